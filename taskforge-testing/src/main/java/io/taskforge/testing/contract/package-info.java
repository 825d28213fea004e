/** What every job store must do, as tests: for authors of stores. */
@NullMarked
package io.taskforge.testing.contract;

import org.jspecify.annotations.NullMarked;

/** What every job store must do, as tests: for authors of stores. */
@NullMarked
package io.taskforge.store.tck;

import org.jspecify.annotations.NullMarked;

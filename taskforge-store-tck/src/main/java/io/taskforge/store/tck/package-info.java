/** The contract tests for authors of job stores. */
@NullMarked
package io.taskforge.store.tck;

import org.jspecify.annotations.NullMarked;

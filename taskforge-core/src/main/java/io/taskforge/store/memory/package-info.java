/** The in-memory store, for tests and simulation. */
@NullMarked
package io.taskforge.store.memory;

import org.jspecify.annotations.NullMarked;

/** Stores that commands open themselves. */
@NullMarked
package io.taskforge.cli.store;

import org.jspecify.annotations.NullMarked;

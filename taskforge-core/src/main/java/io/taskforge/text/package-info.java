/**
 * Text that people read or write: durations as they are typed, texts cut to a bound, and untrusted
 * text made safe to print.
 */
@NullMarked
package io.taskforge.text;

import org.jspecify.annotations.NullMarked;

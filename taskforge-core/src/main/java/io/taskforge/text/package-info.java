/** Text that people read or write: durations as they are typed, and texts cut to a bound. */
@NullMarked
package io.taskforge.text;

import org.jspecify.annotations.NullMarked;

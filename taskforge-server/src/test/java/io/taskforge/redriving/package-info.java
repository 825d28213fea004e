/** Redrives of many dead letters, on the stores that tests can have. */
@NullMarked
package io.taskforge.redriving;

import org.jspecify.annotations.NullMarked;

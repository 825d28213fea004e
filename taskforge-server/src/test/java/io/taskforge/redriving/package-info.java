/** Redrives of many dead letters, on each store. */
@NullMarked
package io.taskforge.redriving;

import org.jspecify.annotations.NullMarked;

/** Breaks a rule on purpose. */
@NullMarked
package io.taskforge.architecture.broken.cycle.egg;

import org.jspecify.annotations.NullMarked;

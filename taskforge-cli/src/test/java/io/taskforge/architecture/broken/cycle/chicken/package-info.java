/** Breaks a rule on purpose. */
@NullMarked
package io.taskforge.architecture.broken.cycle.chicken;

import org.jspecify.annotations.NullMarked;

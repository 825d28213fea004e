/** Breaks rules on purpose. */
@NullMarked
package io.taskforge.architecture.broken;

import org.jspecify.annotations.NullMarked;

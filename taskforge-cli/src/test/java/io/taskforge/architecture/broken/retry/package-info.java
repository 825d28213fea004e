/** Breaks rules on purpose. */
@NullMarked
package io.taskforge.architecture.broken.retry;

import org.jspecify.annotations.NullMarked;

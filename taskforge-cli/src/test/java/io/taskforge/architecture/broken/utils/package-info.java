/** Breaks rules on purpose. */
@NullMarked
package io.taskforge.architecture.broken.utils;

import org.jspecify.annotations.NullMarked;

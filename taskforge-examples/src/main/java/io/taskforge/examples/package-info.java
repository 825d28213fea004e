/**
 * One small program for each feature. Each prints what happens and ends by itself; those that take
 * a file or a URL say so.
 */
@NullMarked
package io.taskforge.examples;

import org.jspecify.annotations.NullMarked;

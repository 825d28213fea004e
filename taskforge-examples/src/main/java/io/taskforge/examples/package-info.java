/**
 * One small program for each feature. Each prints what happens and then exits; those that take a
 * file or a URL say so.
 */
@NullMarked
package io.taskforge.examples;

import org.jspecify.annotations.NullMarked;

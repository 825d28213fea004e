/** The examples are run, and say what they should. */
@NullMarked
package io.taskforge.examples;

import org.jspecify.annotations.NullMarked;

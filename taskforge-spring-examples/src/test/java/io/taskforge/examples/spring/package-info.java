/** The example, as its users meet it. */
@NullMarked
package io.taskforge.examples.spring;

import org.jspecify.annotations.NullMarked;

/** The first application of the guide. */
@NullMarked
package io.taskforge.spring.demo;

import org.jspecify.annotations.NullMarked;

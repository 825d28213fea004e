/** The starter, in small applications on real databases. */
@NullMarked
package io.taskforge.spring;

import org.jspecify.annotations.NullMarked;

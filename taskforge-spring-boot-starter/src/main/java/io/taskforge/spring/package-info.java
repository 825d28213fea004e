/** Annotations and properties for Spring applications that run jobs. */
@NullMarked
package io.taskforge.spring;

import org.jspecify.annotations.NullMarked;

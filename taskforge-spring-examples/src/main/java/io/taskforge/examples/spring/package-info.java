/** A shop that confirms its orders: the example of the Spring Boot guide. */
@NullMarked
package io.taskforge.examples.spring;

import org.jspecify.annotations.NullMarked;

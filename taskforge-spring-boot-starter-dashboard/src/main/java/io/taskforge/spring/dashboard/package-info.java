/** Dashboard and API at a path of a Spring Boot application. */
@NullMarked
package io.taskforge.spring.dashboard;

import org.jspecify.annotations.NullMarked;

/** Spring Boot auto-configuration: the beans, and how annotated methods become handlers. */
@NullMarked
package io.taskforge.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;

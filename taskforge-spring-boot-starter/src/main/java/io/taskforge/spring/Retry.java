package io.taskforge.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The retry policy of a handler's jobs, next to {@link JobHandler} or {@link DurableEventListener}.
 * The property {@code spring.taskforge.handlers.<type>.retry-policy} takes precedence.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Retry {
  /** The name of a preset, or of a policy in {@code spring.taskforge.retry.policies}. */
  String policy() default "default";

  /** The number of retries, if it differs from the policy's. */
  int maxRetries() default -1;
}

package io.taskforge.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a {@link JobHandler} by a schedule. The schedule is stored when the application starts, with
 * the job type as its id; of all nodes, one enqueues each occurrence. Its jobs have no payload.
 *
 * <p>A schedule that an operator paused stays paused. If you remove the annotation, delete the
 * schedule too: deploy once with the cron expression {@code -}, or delete it by hand.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Recurring {
  /**
   * A cron expression with five fields, for instance {@code 0 3 * * *}, or a property placeholder.
   * {@code -} deletes the schedule.
   */
  String cron();

  /** The time zone, for instance {@code Europe/Berlin}, or a property placeholder. */
  String zone() default "UTC";
}

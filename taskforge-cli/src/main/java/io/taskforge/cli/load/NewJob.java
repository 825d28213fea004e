package io.taskforge.cli.load;

import java.time.Duration;

/**
 * A job to enqueue.
 *
 * @param number the payload
 * @param tenant the number of its tenant; 0 for the default tenant
 * @param delay how long after the enqueue it is due
 * @param priority 0 is the system's default; greater is more urgent
 */
public record NewJob(long number, int tenant, Duration delay, int priority) {
  public NewJob(long number) {
    this(number, 0, Duration.ZERO, 0);
  }
}

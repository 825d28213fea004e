package io.taskforge.job;

/**
 * Does the work of one job type and decides the outcome. Called by several threads at once, and
 * possibly again for the same job, unless the job is AT_MOST_ONCE.
 *
 * @param <T> what the payload is read as
 */
@FunctionalInterface
public interface JobHandler<T> {
  /**
   * Does the work and returns the outcome.
   *
   * @throws Exception if it failed; the retry policy decides what follows
   */
  Outcome handle(T payload, JobContext context) throws Exception;
}

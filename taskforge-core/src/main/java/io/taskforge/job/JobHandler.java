package io.taskforge.job;

/**
 * Does the work of one job type. Called from several threads at once; may be called again for the
 * same job, unless that is AT_MOST_ONCE.
 *
 * @param <T> what the payload is read as
 */
@FunctionalInterface
public interface JobHandler<T> {
  /**
   * Does the work and says how it went.
   *
   * @throws Exception if it failed; the retry policy decides what follows
   */
  Outcome handle(T payload, JobContext context) throws Exception;
}

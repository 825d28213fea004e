package io.taskforge.job;

/**
 * Does the work of one job type, given nothing but the payload: a {@link JobHandler} for work that
 * is done when it returns and has failed when it throws.
 *
 * @param <T> what the payload is read as
 */
@FunctionalInterface
public interface PayloadHandler<T> {
  /**
   * Does the work.
   *
   * @throws Exception if it failed; the retry policy decides what follows
   */
  void handle(T payload) throws Exception;
}

package io.taskforge.simulator.history;

/**
 * How often a retry succeeded after a failure of one type.
 *
 * @param errorType the type of the failure before the retry
 * @param retry the number of the retry; 1 follows the first failure
 * @param retried how many jobs were retried
 * @param succeeded how many of these retries succeeded
 */
public record RetryShare(String errorType, int retry, long retried, long succeeded) {
  /** The share that succeeded, from 0 to 1. */
  public double share() {
    return retried == 0 ? 0 : succeeded / (double) retried;
  }
}

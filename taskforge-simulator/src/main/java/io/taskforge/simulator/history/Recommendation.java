package io.taskforge.simulator.history;

import io.taskforge.failure.ErrorType;
import io.taskforge.retry.RetryPolicy;
import java.util.List;

/**
 * The smallest policy that would have been enough for the recorded jobs.
 *
 * @param policy the present policy with no more retries than needed, and without retries of
 *     failures that never ended in a success
 * @param hopeless the error types that are no longer retried
 * @param successes recorded successes after at least one failure
 * @param kept how many of them the policy keeps
 */
public record Recommendation(
    RetryPolicy policy, List<ErrorType> hopeless, long successes, long kept) {
  public Recommendation {
    hopeless = List.copyOf(hopeless);
  }
}

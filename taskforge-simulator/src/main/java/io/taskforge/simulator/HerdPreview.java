package io.taskforge.simulator;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The thundering herd: how many retries start in each second if many jobs fail at the same moment
 * and every retry fails again.
 *
 * @param withJitter retries per second after the failure, with the policy's jitter
 * @param withoutJitter the same without jitter
 */
public record HerdPreview(List<Integer> withJitter, List<Integer> withoutJitter) {
  /** The maximum number of jobs. */
  public static final int MAX_JOBS = 100_000;

  /** The seconds that are shown. */
  public static final int SECONDS = 600;

  private static final int MAX_RETRIES = 100;
  private static final Failure FAILURE =
      Failure.of(ErrorType.of("timeout"), FailureKind.TRANSIENT, "no answer");

  public HerdPreview {
    withJitter = List.copyOf(withJitter);
    withoutJitter = List.copyOf(withoutJitter);
  }

  /** Counts the retries of {@code jobs} jobs, at most the first 100 of each. */
  public static HerdPreview of(RetryPolicy policy, int jobs, long seed) {
    if (jobs < 1 || jobs > MAX_JOBS) {
      throw new IllegalArgumentException(
          "jobs must be from 1 to %d but was %d".formatted(MAX_JOBS, jobs));
    }
    return new HerdPreview(
        starts(policy, jobs, seed), starts(policy.jitter(Jitter.none()), jobs, seed));
  }

  private static List<Integer> starts(RetryPolicy policy, int jobs, long seed) {
    int[] starts = new int[SECONDS];
    SplittableRandom random = new SplittableRandom(seed);
    for (int job = 0; job < jobs; job++) {
      Duration at = Duration.ZERO;
      Duration previous = null;
      for (int failures = 1; failures <= MAX_RETRIES; failures++) {
        RetryContext context =
            RetryContext.afterFailures(failures).elapsed(at).previousDelay(previous);
        RetryDecision decision = policy.decide(FAILURE, context, random);
        if (!(decision instanceof RetryDecision.Retry retry)) {
          break;
        }
        previous = retry.delay();
        at = at.plus(previous);
        if (at.toSeconds() >= SECONDS) {
          break;
        }
        starts[(int) at.toSeconds()]++;
      }
    }
    return Arrays.stream(starts).boxed().toList();
  }
}

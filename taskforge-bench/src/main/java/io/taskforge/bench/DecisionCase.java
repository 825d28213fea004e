package io.taskforge.bench;

import static java.time.Duration.ofMinutes;

import io.taskforge.failure.Failure;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One combination of policy, failure and context, ready to be decided. */
final class DecisionCase {
  private static final int MAX_RETRIES = 1_000_000;

  private final Circumstance circumstance;
  private final RetryPolicy policy;
  private final Failure failure;
  private final RetryContext context;

  DecisionCase(Strategy strategy, Jitter.Type jitter, Circumstance circumstance, int retry) {
    this.circumstance = circumstance;
    this.policy =
        circumstance.policy(
            RetryPolicy.of(strategy.backoff())
                .cappedAt(ofMinutes(10))
                .jitter(new Jitter(jitter, jitter == Jitter.Type.PROPORTIONAL ? 0.25 : 0))
                .maxRetries(MAX_RETRIES));
    this.failure = circumstance.failure();
    this.context = circumstance.context(retry);
  }

  static List<DecisionCase> all(int... retries) {
    List<DecisionCase> all = new ArrayList<>();
    for (Strategy strategy : Strategy.values()) {
      for (Jitter.Type jitter : Jitter.Type.values()) {
        for (Circumstance circumstance : Circumstance.values()) {
          for (int retry : retries) {
            all.add(new DecisionCase(strategy, jitter, circumstance, retry));
          }
        }
      }
    }
    return all;
  }

  RetryDecision decide(RandomGenerator random) {
    return policy.decide(failure, context, random);
  }

  /** Refuses a case that does not end as its circumstance says: it would measure something else. */
  void check(RandomGenerator random) {
    RetryDecision decision = decide(random);
    if (decision instanceof RetryDecision.Retry != circumstance.retried()) {
      throw new IllegalStateException(circumstance + " ended in: " + decision.explain());
    }
  }
}

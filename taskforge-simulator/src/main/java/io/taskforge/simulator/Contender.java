package io.taskforge.simulator;

import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.RetryBudget;
import io.taskforge.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What is compared: a retry policy, with or without a circuit breaker and a retry budget.
 *
 * @param name what to call it in results
 * @param breaker the settings of the circuit breaker; null for none
 * @param budget the retry budget; null for none
 */
public record Contender(
    String name,
    RetryPolicy policy,
    @Nullable DestinationSettings breaker,
    @Nullable RetryBudget budget) {
  /** Returns the policy without circuit breaker and retry budget. */
  public static Contender of(String name, RetryPolicy policy) {
    return new Contender(name, policy, null, null);
  }

  /** Returns this contender with a circuit breaker of default settings. */
  public Contender withBreaker() {
    return new Contender(name, policy, DestinationSettings.defaults(), budget);
  }

  /** Returns this contender with a retry budget, or without one. */
  public Contender withBudget(@Nullable RetryBudget other) {
    return new Contender(name, policy, breaker, other);
  }
}

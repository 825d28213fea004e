package io.taskforge.cli;

import io.taskforge.cli.PolicySource.NamedPolicy;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.lab.Amounts;
import io.taskforge.destination.RetryBudget;
import io.taskforge.simulator.Comparison;
import io.taskforge.simulator.Contender;
import io.taskforge.simulator.DestinationModel;
import io.taskforge.simulator.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a simulated outage, as a mixin. */
final class OutageOptions {
  private static final long MAX_CALLS = 200_000_000;

  @Option(
      names = "--arrivals",
      paramLabel = "RATE",
      description = "New jobs, such as 10/s; 10/s by default.")
  private @Nullable String arrivals;

  @Option(
      names = "--capacity",
      paramLabel = "RATE",
      description = "Calls that the destination serves; 20/s by default.")
  private @Nullable String capacity;

  @Option(
      names = "--outage",
      paramLabel = "DURATION",
      description = "How long the destination is down; 10m by default.")
  private @Nullable String outage;

  @Option(
      names = "--latency",
      paramLabel = "DURATION",
      description = "How long a call takes on average; 100ms by default.")
  private @Nullable String latency;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Calls at the same time, at most; 100 by default.")
  private @Nullable Integer workers;

  @Option(
      names = "--collapse",
      description = "The destination collapses under overload: the same as --burn 1.")
  private boolean collapse;

  @Option(
      names = "--burn",
      paramLabel = "SHARE",
      description =
          "How much of the work of a served call a rejected one costs, from 0 (the default) to 1.")
  private @Nullable Double burn;

  @Option(names = "--even", description = "Jobs arrive at equal intervals, not at random.")
  private boolean even;

  @Option(
      names = "--breaker",
      paramLabel = "on|off",
      description = "With or without a circuit breaker; on by default.")
  private @Nullable String breaker;

  @Option(
      names = "--budget",
      paramLabel = "PERCENT",
      description = "A retry budget, such as 10%%; none by default.")
  private @Nullable String budget;

  @Option(names = "--seed", paramLabel = "N", description = "Of the random numbers; 1 by default.")
  private long seed = 1;

  /** Whether one of the options was given, besides the seed. */
  boolean isGiven() {
    return collapse
        || even
        || Stream.of(arrivals, capacity, outage, latency, workers, burn, breaker, budget)
            .anyMatch(Objects::nonNull);
  }

  long seed() {
    return seed;
  }

  Comparison compare(List<NamedPolicy> policies) {
    boolean withBreaker = withBreaker();
    RetryBudget percent =
        budget == null ? null : RetryBudget.percent(Amounts.percent("--budget", budget));
    Scenario scenario = scenario();
    if (scenario.mostCalls(withBreaker) > MAX_CALLS) {
      throw CommandFailure.invalid(
          "this simulation could take more than %,d calls; choose a shorter outage or fewer workers"
              .formatted(MAX_CALLS));
    }
    return Comparison.of(
        scenario,
        policies.stream()
            .map(named -> Contender.of(named.name(), named.policy()).withBudget(percent))
            .map(contender -> withBreaker ? contender.withBreaker() : contender)
            .toList());
  }

  private boolean withBreaker() {
    if (breaker == null || breaker.equals("on")) {
      return true;
    }
    if (breaker.equals("off")) {
      return false;
    }
    throw CommandFailure.invalid("--breaker: '%s' must be on or off".formatted(breaker));
  }

  private Scenario scenario() {
    if (collapse && burn != null) {
      throw CommandFailure.invalid("--collapse cannot be combined with --burn");
    }
    try {
      return new Scenario(
          arrivals == null ? 10 : Amounts.rate("--arrivals", arrivals),
          even ? Scenario.Spacing.EVEN : Scenario.Spacing.POISSON,
          new DestinationModel(
              capacity == null ? 20 : Amounts.rate("--capacity", capacity),
              latency == null
                  ? DestinationModel.DEFAULT_LATENCY
                  : Amounts.duration("--latency", latency),
              outage == null ? Duration.ofMinutes(10) : Amounts.duration("--outage", outage),
              collapse ? 1 : burn == null ? 0 : burn),
          workers == null ? Scenario.DEFAULT_WORKERS : workers,
          seed);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.invalid("--" + e.getMessage());
    }
  }
}

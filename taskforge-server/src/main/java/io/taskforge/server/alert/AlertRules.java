package io.taskforge.server.alert;

import io.taskforge.stats.RetryActivity;
import io.taskforge.text.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** All alert rules. To add one, define it here and append it to {@link #all()}. */
public final class AlertRules {
  private static final int MAX_TYPES_SHOWN = 5;

  static final AlertRule DEAD_LETTERS =
      ofQueues(
          "dead-letters",
          Severity.WARNING,
          "the queue holds more dead letters than the threshold, for longer than the hold time",
          "dead letters",
          new RuleSettings(true, 0, Duration.ofMinutes(5), null, null),
          (figures, settings) -> OptionalDouble.of((double) figures.dead()),
          (figures, settings, held) ->
              "%s in queue %s for %s; the threshold is %s for %s"
                  .formatted(
                      count(figures.dead(), "dead letter"),
                      figures.queue(),
                      DurationText.forPeople(held),
                      number(settings.threshold()),
                      DurationText.forPeople(settings.hold())),
          "See why they died: ./taskforge dlq list --queue %1$s --tenant %2$s. Fix the cause, then redrive them: ./taskforge dlq redrive --all --queue %1$s --tenant %2$s. More in docs/guides/dead-letters.md.");

  static final AlertRule RETRY_RATE =
      ofQueues(
          "retry-rate",
          Severity.WARNING,
          "of the jobs that ran in the window, a larger percentage than the threshold needed a"
              + " retry; not evaluated with fewer jobs than the minimum",
          "percent",
          new RuleSettings(true, 10, Duration.ZERO, Duration.ofMinutes(5), 20),
          (figures, settings) -> {
            RetryActivity retries = figures.retries(settings.window());
            int minimum = settings.minimum() == null ? 1 : Math.max(1, settings.minimum());
            return retries.jobs() < minimum
                ? OptionalDouble.empty()
                : OptionalDouble.of(percent(retries));
          },
          (figures, settings, held) -> {
            RetryActivity retries = figures.retries(settings.window());
            return "%s %% of the jobs in queue %s needed a retry: %d of %d in %s; the threshold is %s %%"
                .formatted(
                    number(percent(retries)),
                    figures.queue(),
                    retries.retried(),
                    retries.jobs(),
                    window(settings),
                    number(settings.threshold()));
          },
          "See what the failures have in common: ./taskforge dlq groups --queue %1$s --tenant %2$s. If a service that the jobs call is down, an operator can pause the queue for all tenants: ./taskforge queues pause %1$s. More in docs/guides/failures.md.");

  static final AlertRule EXHAUSTED =
      ofQueues(
          "exhausted",
          Severity.CRITICAL,
          "more jobs than the threshold exhausted their retries in the window",
          "jobs",
          new RuleSettings(true, 10, Duration.ZERO, Duration.ofMinutes(5), null),
          (figures, settings) ->
              OptionalDouble.of((double) figures.retries(settings.window()).exhausted()),
          (figures, settings, held) ->
              "%s in queue %s exhausted all retries in %s; the threshold is %s"
                  .formatted(
                      count(figures.retries(settings.window()).exhausted(), "job"),
                      figures.queue(),
                      window(settings),
                      number(settings.threshold())),
          "See why they failed: ./taskforge dlq groups --queue %1$s --tenant %2$s. Jobs without a dead letter queue: ./taskforge jobs list --queue %1$s --tenant %2$s --state failed. More in docs/guides/retry-policies.md.");

  static final AlertRule RETRY_LATENCY =
      ofQueues(
          "retry-latency",
          Severity.WARNING,
          "the retries that were scheduled in the window wait for more seconds in backoff, on"
              + " average, than the threshold",
          "seconds",
          new RuleSettings(true, 300, Duration.ZERO, Duration.ofMinutes(5), null),
          (figures, settings) -> {
            RetryActivity retries = figures.retries(settings.window());
            return retries.backoffs() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(retries.averageBackoff().toMillis() / 1000.0);
          },
          (figures, settings, held) -> {
            RetryActivity retries = figures.retries(settings.window());
            return "retries in queue %s wait for %s on average: %s scheduled in %s; the threshold is %s"
                .formatted(
                    figures.queue(),
                    DurationText.forPeople(retries.averageBackoff()),
                    count(retries.backoffs(), "retry", "retries"),
                    window(settings),
                    seconds(settings.threshold()));
          },
          "See which policy sets the delays: ./taskforge queues show %1$s. If the delays are intended, raise the threshold for this queue: PUT /api/v1/alert-rules/retry-latency?queue=%1$s. More in docs/guides/retry-policies.md.");

  static final AlertRule LATE_JOBS =
      ofQueues(
          "late-jobs",
          Severity.WARNING,
          "a job or retry has been due for more seconds than the threshold; paused queues are not"
              + " evaluated",
          "seconds",
          new RuleSettings(true, 300, Duration.ofMinutes(1), null, null),
          (figures, settings) ->
              figures.paused() || figures.due() == 0
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(figures.oldestDue().toMillis() / 1000.0),
          (figures, settings, held) ->
              "jobs in queue %s start late: the oldest of %d due jobs has been due for %s; the threshold is %s"
                  .formatted(
                      figures.queue(),
                      figures.due(),
                      DurationText.forPeople(figures.oldestDue()),
                      seconds(settings.threshold())),
          "Check whether there are too few workers, or whether they are stuck: ./taskforge queues show %1$s, and ./taskforge stats. More in docs/guides/operations.md.");

  static final AlertRule NO_WORKER =
      ofQueues(
          "no-worker",
          Severity.CRITICAL,
          "more due jobs than the threshold are of types that no live worker runs in this queue for"
              + " the tenant; paused queues are not evaluated",
          "jobs",
          new RuleSettings(true, 0, Duration.ofMinutes(2), null, null),
          (figures, settings) ->
              figures.paused()
                  ? OptionalDouble.empty()
                  : OptionalDouble.of((double) figures.unserved()),
          (figures, settings, held) ->
              "%s in queue %s for %s, but no live worker runs %s; the threshold is %s for %s"
                  .formatted(
                      count(figures.unserved(), "due job"),
                      figures.queue(),
                      DurationText.forPeople(held),
                      figures.unservedTypeNames(MAX_TYPES_SHOWN),
                      number(settings.threshold()),
                      DurationText.forPeople(settings.hold())),
          "Start a worker that has a handler for these types and serves this queue; GET /api/v1/workers lists the live workers. Waiting jobs: ./taskforge jobs list --queue %1$s --tenant %2$s --state queued. More in docs/guides/operations.md.");

  static final AlertRule DESTINATION_DOWN =
      new AlertRule(
          "destination-down",
          Severity.WARNING,
          "the circuit breaker of a destination has not been closed for more seconds than the"
              + " threshold; destinations that an operator holds are not evaluated",
          "seconds",
          new RuleSettings(true, 30, Duration.ZERO, null, null),
          new AlertRule.Check<>(
              DestinationFigures.class,
              (figures, settings) ->
                  figures.down() == null
                      ? OptionalDouble.empty()
                      : OptionalDouble.of(figures.down().toMillis() / 1000.0),
              (figures, settings, held) ->
                  "destination %s has been down for %s; the threshold is %s; last error: %s"
                      .formatted(
                          figures.subject().name(),
                          DurationText.forPeople(
                              figures.down() == null ? Duration.ZERO : figures.down()),
                          seconds(settings.threshold()),
                          // The advice begins after the first sentence.
                          figures.lastError().isEmpty()
                              ? "unknown"
                              : figures.lastError().replace(". ", ", "))),
          "Its circuit breaker probes it and releases its jobs when it works again; no retries are used until then. See its errors: ./taskforge destinations show %1$s --tenant %2$s. More in docs/guides/outages.md.");

  private static final List<AlertRule> ALL =
      List.of(
          DEAD_LETTERS,
          RETRY_RATE,
          EXHAUSTED,
          RETRY_LATENCY,
          LATE_JOBS,
          NO_WORKER,
          DESTINATION_DOWN);

  private AlertRules() {}

  private static AlertRule ofQueues(
      String name,
      Severity severity,
      String meaning,
      String unit,
      RuleSettings defaults,
      AlertRule.Measure<QueueFigures> measure,
      AlertRule.Message<QueueFigures> message,
      String advice) {
    return new AlertRule(
        name,
        severity,
        meaning,
        unit,
        defaults,
        new AlertRule.Check<>(QueueFigures.class, measure, message),
        advice);
  }

  /** Returns all rules, in the order in which lists show them. */
  public static List<AlertRule> all() {
    return ALL;
  }

  public static Optional<AlertRule> named(String name) {
    return ALL.stream().filter(rule -> rule.name().equals(name)).findAny();
  }

  private static double percent(RetryActivity retries) {
    return 100.0 * retries.retried() / retries.jobs();
  }

  private static String count(long number, String noun) {
    return count(number, noun, noun + "s");
  }

  private static String count(long number, String singular, String plural) {
    return number + " " + (number == 1 ? singular : plural);
  }

  private static String seconds(double threshold) {
    return DurationText.forPeople(Duration.ofMillis(Math.round(threshold * 1000)));
  }

  /** Formats with at most one decimal. */
  private static String number(double value) {
    return BigDecimal.valueOf(value)
        .setScale(1, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String window(RuleSettings settings) {
    Duration window = settings.window();
    return DurationText.forPeople(window == null ? Duration.ZERO : window);
  }
}

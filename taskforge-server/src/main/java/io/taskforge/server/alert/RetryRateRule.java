package io.taskforge.server.alert;

import io.taskforge.store.AttemptCounts;
import io.taskforge.store.TenantQueue;
import io.taskforge.text.DurationText;
import java.time.Duration;

/** Too many attempts fail and are made again. */
record RetryRateRule() implements AlertRule {
  @Override
  public String name() {
    return "retry-rate";
  }

  @Override
  public String meaning() {
    return "of a queue's attempts in the window, more percent than its bound failed and are retried;"
        + " with fewer attempts than the minimum it says nothing";
  }

  @Override
  public String unit() {
    return "percent";
  }

  @Override
  public Severity severity() {
    return Severity.WARNING;
  }

  @Override
  public RuleSettings defaults() {
    return new RuleSettings(true, 10, Duration.ZERO, Duration.ofMinutes(5), 20);
  }

  @Override
  public Verdict judge(QueueFigures figures, RuleSettings settings) {
    AttemptCounts counts = figures.attempts(settings.window());
    int minimum = settings.minimum() == null ? 1 : settings.minimum();
    return counts.ended() < Math.max(1, minimum)
        ? Verdict.clear()
        : Verdict.of(percent(counts), settings.threshold());
  }

  private static double percent(AttemptCounts counts) {
    return 100.0 * counts.retries() / counts.ended();
  }

  @Override
  public String text(QueueFigures figures, RuleSettings settings, Duration held) {
    AttemptCounts counts = figures.attempts(settings.window());
    return "%s %% of the attempts in %s failed and are retried: %d of %d in %s; the bound is %s %%"
        .formatted(
            AlertText.number(percent(counts)),
            figures.queue(),
            counts.retries(),
            counts.ended(),
            DurationText.forPeople(AlertText.known(settings.window())),
            AlertText.number(settings.threshold()));
  }

  @Override
  public String advice(TenantQueue place) {
    return "See what the failures have in common: ./taskforge dlq groups --queue %1$s --tenant %2$s. If a service that the jobs call is down, an operator can pause the queue for all tenants: ./taskforge queues pause %1$s. More in docs/guides/failures.md."
        .formatted(place.queue(), place.tenant());
  }
}

package io.taskforge.server.alert;

import io.taskforge.store.TenantQueue;
import io.taskforge.text.DurationText;
import java.time.Duration;

/** Many jobs use up their retries. */
record ExhaustedRule() implements AlertRule {
  @Override
  public String name() {
    return "exhausted";
  }

  @Override
  public String meaning() {
    return "more of a queue's jobs than its bound were given up after retries in the window";
  }

  @Override
  public String unit() {
    return "jobs";
  }

  @Override
  public Severity severity() {
    return Severity.CRITICAL;
  }

  @Override
  public RuleSettings defaults() {
    return new RuleSettings(true, 10, Duration.ZERO, Duration.ofMinutes(5), null);
  }

  @Override
  public Verdict judge(QueueFigures figures, RuleSettings settings) {
    return Verdict.of(
        (double) figures.attempts(settings.window()).exhausted(), settings.threshold());
  }

  @Override
  public String text(QueueFigures figures, RuleSettings settings, Duration held) {
    return "%s of %s used up all retries in %s; the bound is %s"
        .formatted(
            AlertText.count(figures.attempts(settings.window()).exhausted(), "job", "jobs"),
            figures.queue(),
            DurationText.forPeople(AlertText.known(settings.window())),
            AlertText.number(settings.threshold()));
  }

  @Override
  public String advice(TenantQueue place) {
    return "See why they failed: ./taskforge dlq groups --queue %1$s --tenant %2$s. Jobs without a dead letter queue: ./taskforge jobs list --queue %1$s --tenant %2$s --state failed. More in docs/guides/retry-policies.md."
        .formatted(place.queue(), place.tenant());
  }
}

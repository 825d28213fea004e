package io.taskforge.server.alert;

import io.taskforge.store.TenantQueue;
import io.taskforge.text.DurationText;
import java.time.Duration;

/** Jobs that are due, retries among them, start too late. */
record RetryLatencyRule() implements AlertRule {
  @Override
  public String name() {
    return "retry-latency";
  }

  @Override
  public String meaning() {
    return "a job or retry of a queue that is not paused has been due for more seconds than its"
        + " bound";
  }

  @Override
  public String unit() {
    return "seconds";
  }

  @Override
  public Severity severity() {
    return Severity.WARNING;
  }

  @Override
  public RuleSettings defaults() {
    return new RuleSettings(true, 300, Duration.ofMinutes(1), null, null);
  }

  @Override
  public Verdict judge(QueueFigures figures, RuleSettings settings) {
    return figures.paused() || figures.due() == 0
        ? Verdict.clear()
        : Verdict.of(figures.oldestDue().toMillis() / 1000.0, settings.threshold());
  }

  @Override
  public String text(QueueFigures figures, RuleSettings settings, Duration held) {
    return "jobs and retries of %s start late: the oldest has been due for %s, of %d that are due; the bound is %s"
        .formatted(
            figures.queue(),
            DurationText.forPeople(figures.oldestDue()),
            figures.due(),
            DurationText.forPeople(AlertText.seconds(settings.threshold())));
  }

  @Override
  public String advice(TenantQueue place) {
    return "Check whether there are too few workers, or whether they are stuck: ./taskforge queues show %s, and ./taskforge stats. More in docs/guides/operations.md."
        .formatted(place.queue());
  }
}

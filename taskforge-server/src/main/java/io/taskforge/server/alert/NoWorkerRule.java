package io.taskforge.server.alert;

import io.taskforge.store.TenantQueue;
import io.taskforge.text.DurationText;
import java.time.Duration;

/** Due jobs that no live worker will run. */
record NoWorkerRule() implements AlertRule {
  private static final int MOST_TYPES = 5;

  @Override
  public String name() {
    return "no-worker";
  }

  @Override
  public String meaning() {
    return "more of a tenant's due jobs than the bound, in a queue that is not paused, are of types that"
        + " no live worker runs there for it";
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
    return new RuleSettings(true, 0, Duration.ofMinutes(2), null, null);
  }

  @Override
  public Verdict judge(QueueFigures figures, RuleSettings settings) {
    return figures.paused()
        ? Verdict.clear()
        : Verdict.of((double) figures.unserved(), settings.threshold());
  }

  @Override
  public String text(QueueFigures figures, RuleSettings settings, Duration held) {
    return "%s in %s and no live worker runs %s there, for %s; the bound is %s for %s"
        .formatted(
            AlertText.count(figures.unserved(), "job is due", "jobs are due"),
            figures.queue(),
            figures.unservedTypeNames(MOST_TYPES),
            DurationText.forPeople(held),
            AlertText.number(settings.threshold()),
            DurationText.forPeople(settings.hold()));
  }

  @Override
  public String advice(TenantQueue place) {
    return "Start a worker that has a handler for these types and serves this queue; GET /api/v1/workers lists the live workers. Waiting jobs: ./taskforge jobs list --queue %s --tenant %s --state queued. More in docs/guides/operations.md."
        .formatted(place.queue(), place.tenant());
  }
}

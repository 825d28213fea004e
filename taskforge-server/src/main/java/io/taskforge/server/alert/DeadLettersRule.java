package io.taskforge.server.alert;

import io.taskforge.store.TenantQueue;
import io.taskforge.text.DurationText;
import java.time.Duration;

/** A dead letter queue that stays filled. */
record DeadLettersRule() implements AlertRule {
  @Override
  public String name() {
    return "dead-letters";
  }

  @Override
  public String meaning() {
    return "more dead letters lie in a queue than its bound, for longer than it may be so";
  }

  @Override
  public String unit() {
    return "dead letters";
  }

  @Override
  public Severity severity() {
    return Severity.WARNING;
  }

  @Override
  public RuleSettings defaults() {
    return new RuleSettings(true, 0, Duration.ofMinutes(5), null, null);
  }

  @Override
  public Verdict judge(QueueFigures figures, RuleSettings settings) {
    return Verdict.of((double) figures.dead(), settings.threshold());
  }

  @Override
  public String text(QueueFigures figures, RuleSettings settings, Duration held) {
    return "%s in %s for %s; the bound is %s for %s"
        .formatted(
            AlertText.count(figures.dead(), "dead letter lies", "dead letters lie"),
            figures.queue(),
            DurationText.forPeople(held),
            AlertText.number(settings.threshold()),
            DurationText.forPeople(settings.hold()));
  }

  @Override
  public String advice(TenantQueue place) {
    return "See why they died: ./taskforge dlq list --queue %1$s --tenant %2$s. Fix the cause, then redrive them: ./taskforge dlq redrive --all --queue %1$s --tenant %2$s. More in docs/guides/dead-letters.md."
        .formatted(place.queue(), place.tenant());
  }
}

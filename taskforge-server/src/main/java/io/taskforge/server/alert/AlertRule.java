package io.taskforge.server.alert;

import io.taskforge.stats.TenantQueue;
import java.time.Duration;

/** One thing that operators are told of. Pure: the same figures always give the same verdict. */
public sealed interface AlertRule
    permits DeadLettersRule, RetryRateRule, ExhaustedRule, RetryLatencyRule, NoWorkerRule {
  /** What it is called. */
  String name();

  /** When it raises an alert, in a sentence. */
  String meaning();

  /** What its threshold is counted in. */
  String unit();

  /** How bad it is. */
  Severity severity();

  /** How it is set where nobody wants it otherwise. */
  RuleSettings defaults();

  /** Holds the figures of a tenant's queue against the bound. */
  Verdict judge(QueueFigures figures, RuleSettings settings);

  /**
   * What is wrong, in figures.
   *
   * @param held for how long it has been so
   */
  String text(QueueFigures figures, RuleSettings settings, Duration held);

  /** What to do about it: which commands, which page. */
  String advice(TenantQueue place);
}

package io.taskforge.server.alert;

import java.util.List;
import java.util.Optional;

/** All rules there are. */
public final class AlertRules {
  private static final List<AlertRule> ALL =
      List.of(
          new DeadLettersRule(),
          new RetryRateRule(),
          new ExhaustedRule(),
          new RetryLatencyRule(),
          new NoWorkerRule());

  private AlertRules() {}

  /** Returns them in the order in which people read them. */
  public static List<AlertRule> all() {
    return ALL;
  }

  /** Returns the rule of that name. */
  public static Optional<AlertRule> named(String name) {
    return ALL.stream().filter(rule -> rule.name().equals(name)).findAny();
  }
}

package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All rule overrides, and the settings that result from them: a queue's override takes precedence
 * over the one for all queues, and that over the defaults. Immutable.
 */
public record RuleOverrides(List<Stored> all) {
  public RuleOverrides {
    all = List.copyOf(all);
  }

  /**
   * @param queue the queue it applies to; null for all queues
   */
  public record Stored(
      String rule, @Nullable QueueName queue, RuleOverride override, long version) {}

  /**
   * Returns a rule's override for exactly this queue.
   *
   * @param queue null for the override that applies to all queues
   */
  public Optional<Stored> find(AlertRule rule, @Nullable QueueName queue) {
    return all.stream()
        .filter(each -> each.rule().equals(rule.name()) && Objects.equals(each.queue(), queue))
        .findAny();
  }

  /**
   * Returns a rule's settings in a queue.
   *
   * @param queue null for queues without an override of their own
   */
  public RuleSettings settings(AlertRule rule, @Nullable QueueName queue) {
    RuleSettings everywhere = override(rule.defaults(), find(rule, null));
    return queue == null ? everywhere : override(everywhere, find(rule, queue));
  }

  private static RuleSettings override(RuleSettings settings, Optional<Stored> stored) {
    return stored.map(found -> settings.with(found.override())).orElse(settings);
  }

  Map<AlertRule, RuleSettings> allSettings(@Nullable QueueName queue) {
    Map<AlertRule, RuleSettings> settings = new LinkedHashMap<>();
    AlertRules.all().forEach(rule -> settings.put(rule, settings(rule, queue)));
    return settings;
  }

  /** Returns the windows that any enabled rule uses in any queue. */
  Set<Duration> windows() {
    Set<Duration> windows = new TreeSet<>();
    for (AlertRule rule : AlertRules.all()) {
      add(windows, settings(rule, null));
      all.stream()
          .filter(each -> each.rule().equals(rule.name()))
          .forEach(each -> add(windows, settings(rule, each.queue())));
    }
    return windows;
  }

  private static void add(Set<Duration> windows, RuleSettings settings) {
    if (settings.enabled() && settings.window() != null) {
      windows.add(settings.window());
    }
  }
}

package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What rules are changed to, and so which settings count where: a queue's own before those for all
 * queues, and those before the defaults. Immutable.
 */
public record RuleOverrides(List<StoredChange> changes) {
  public RuleOverrides {
    changes = List.copyOf(changes);
  }

  /**
   * A change as it is stored.
   *
   * @param queue where it counts; null for all queues
   */
  public record StoredChange(
      String rule, @Nullable QueueName queue, RuleOverride change, long version) {}

  /** Returns a rule's change for one queue, or with null that for all. */
  public Optional<StoredChange> change(AlertRule rule, @Nullable QueueName queue) {
    return changes.stream()
        .filter(
            change ->
                change.rule().equals(rule.name())
                    && (queue == null ? change.queue() == null : queue.equals(change.queue())))
        .findAny();
  }

  /** Returns what counts in a queue, or with null where a queue has no change of its own. */
  public RuleSettings settings(AlertRule rule, @Nullable QueueName queue) {
    RuleSettings settings = rule.defaults();
    Optional<StoredChange> everywhere = change(rule, null);
    if (everywhere.isPresent()) {
      settings = settings.with(everywhere.get().change());
    }
    Optional<StoredChange> here = queue == null ? Optional.empty() : change(rule, queue);
    return here.isPresent() ? settings.with(here.get().change()) : settings;
  }

  /** Returns what counts in a queue, of every rule. */
  Map<AlertRule, RuleSettings> allSettings(QueueName queue) {
    Map<AlertRule, RuleSettings> all = new LinkedHashMap<>();
    AlertRules.all().forEach(rule -> all.put(rule, settings(rule, queue)));
    return all;
  }

  /** The windows over which some rule counts somewhere. */
  Set<Duration> windows() {
    Set<Duration> windows = new TreeSet<>();
    for (AlertRule rule : AlertRules.all()) {
      add(windows, settings(rule, null));
      changes.stream()
          .filter(change -> change.rule().equals(rule.name()))
          .forEach(change -> add(windows, settings(rule, change.queue())));
    }
    return windows;
  }

  private static void add(Set<Duration> windows, RuleSettings settings) {
    if (settings.enabled() && settings.window() != null) {
      windows.add(settings.window());
    }
  }
}

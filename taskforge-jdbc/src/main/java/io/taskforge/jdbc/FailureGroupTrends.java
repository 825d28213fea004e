package io.taskforge.jdbc;

import io.taskforge.query.FailureGroup;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many attempts of failure groups ended in each of the last hours. */
public final class FailureGroupTrends {
  private final Map<String, long[]> hours = new HashMap<>();

  /**
   * Adds the attempts of one hour.
   *
   * @param ago 0 for the hour that ends now
   * @return whether the hour is among those that a group has
   */
  public boolean add(String fingerprint, int ago, long count) {
    long[] all = hours.computeIfAbsent(fingerprint, any -> new long[FailureGroup.HOURS]);
    if (ago >= all.length) {
      return false;
    }
    all[all.length - 1 - ago] += count;
    return true;
  }

  /** Returns these groups with their hours. */
  public List<FailureGroup> of(List<FailureGroup> groups) {
    return groups.stream().map(this::of).toList();
  }

  private FailureGroup of(FailureGroup group) {
    long[] counts = hours.getOrDefault(group.fingerprint().value(), new long[FailureGroup.HOURS]);
    FailureGroup.Seen seen =
        new FailureGroup.Seen(
            group.seen().first(), group.seen().last(), Arrays.stream(counts).boxed().toList());
    return group.withSeen(seen);
  }
}

package io.taskforge.server.alert;

import io.taskforge.stats.TenantQueue;

/** What may be wrong: one rule in one tenant's part of a queue. */
record Condition(String rule, TenantQueue place) implements Comparable<Condition> {
  @Override
  public int compareTo(Condition other) {
    int byRule = rule.compareTo(other.rule);
    return byRule != 0 ? byRule : place.compareTo(other.place);
  }
}

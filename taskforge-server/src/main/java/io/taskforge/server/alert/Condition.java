package io.taskforge.server.alert;

import io.taskforge.job.QueueName;

/** What may be wrong: one rule in one queue. */
record Condition(String rule, QueueName queue) implements Comparable<Condition> {
  @Override
  public int compareTo(Condition other) {
    int byRule = rule.compareTo(other.rule);
    return byRule != 0 ? byRule : queue.compareTo(other.queue);
  }
}

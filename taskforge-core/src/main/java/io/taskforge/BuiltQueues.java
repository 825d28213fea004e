package io.taskforge;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.JobStore;
import java.util.Map;
import java.util.Optional;

/** The settings of queues that a builder has, to be stored. */
record BuiltQueues(JobStore store, Map<QueueName, QueueSettings> settings) {
  /** Replaces exactly that version of a queue's settings; empty if they have changed. */
  @FunctionalInterface
  interface Replace {
    Optional<Queue> replace(QueueName queue, long version, QueueSettings settings);
  }

  /** Stores them all. */
  void put(Replace replace) {
    settings.forEach((name, given) -> put(name, given, replace));
  }

  /** Keeps the queue's stored limits, which the builder cannot set. */
  private void put(QueueName name, QueueSettings given, Replace replace) {
    boolean stored = false;
    while (!stored) {
      Optional<Queue> before = store.queue(name);
      QueueSettings known = before.map(Queue::settings).orElse(QueueSettings.NONE);
      QueueSettings wanted = given.limitedTo(known.concurrency(), known.rate());
      stored =
          (before.isPresent() && wanted.equals(known))
              || replace.replace(name, before.map(Queue::version).orElse(0L), wanted).isPresent();
    }
  }
}

package io.taskforge.store.memory;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Queues and their settings, guarded by the store's monitor. */
final class MemoryQueues {
  private final Map<QueueName, Queue> queues = new TreeMap<>();

  void put(QueueName name, QueueSettings settings, Instant now) {
    Queue before = queues.get(name);
    if (before == null || !before.settings().equals(settings)) {
      queues.put(name, next(name, before, settings, now));
    }
  }

  Optional<Queue> replace(QueueName name, long version, QueueSettings settings, Instant now) {
    Queue before = queues.get(name);
    if ((before == null ? 0 : before.version()) != version) {
      return Optional.empty();
    }
    Queue after = next(name, before, settings, now);
    queues.put(name, after);
    return Optional.of(after);
  }

  private static Queue next(
      QueueName name, @Nullable Queue before, QueueSettings settings, Instant now) {
    return before == null
        ? new Queue(name, settings, false, 1, now, now)
        : new Queue(name, settings, before.paused(), before.version() + 1, before.createdAt(), now);
  }

  void pause(QueueName name, boolean paused, Instant now) {
    Queue before =
        queues.getOrDefault(name, new Queue(name, QueueSettings.NONE, false, 1, now, now));
    queues.put(
        name,
        new Queue(
            name,
            before.settings(),
            paused,
            before.version(),
            before.createdAt(),
            before.changedAt()));
  }

  boolean delete(QueueName name) {
    return queues.remove(name) != null;
  }

  Optional<Queue> find(QueueName name) {
    return Optional.ofNullable(queues.get(name));
  }

  List<Queue> all() {
    return List.copyOf(queues.values());
  }

  boolean isPaused(QueueName name) {
    return find(name).map(Queue::paused).orElse(false);
  }
}

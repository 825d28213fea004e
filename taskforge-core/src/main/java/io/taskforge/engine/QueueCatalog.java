package io.taskforge.engine;

import io.taskforge.job.QueueName;
import io.taskforge.store.JobStore;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueSettings;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the store says of its queues, at most two seconds old while the store can be reached, so
 * that a changed policy counts for the next failure.
 */
final class QueueCatalog implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(QueueCatalog.class);
  private static final Duration AGE = Duration.ofSeconds(2);

  private final JobStore store;
  private volatile @Nullable Map<QueueName, QueueSettings> settings;
  private volatile boolean kept;

  QueueCatalog(JobStore store) {
    this.store = store;
  }

  @Override
  public Duration turn() {
    try {
      Map<QueueName, QueueSettings> read = new HashMap<>();
      for (Queue queue : store.queues()) {
        read.put(queue.name(), queue.settings());
      }
      settings = Map.copyOf(read);
    } catch (StoreException e) {
      LOG.warn(
          "queue settings could not be read, the last known stay in force: {}", e.getMessage());
    }
    return AGE;
  }

  /**
   * Whether the settings were read at least once, now if not before. Until then no failure can be
   * judged: it would get the default instead of its queue's policy and dead letter queue.
   */
  boolean isKnown() {
    if (settings == null) {
      Duration ignored = turn();
    }
    return settings != null;
  }

  /** Says whether somebody takes the turns that keep it current. */
  void kept(boolean byALoop) {
    kept = byALoop;
  }

  /** As {@link #isKnown}, for callers that can't rely on anybody's turns. */
  boolean isCurrent() {
    if (!kept) {
      Duration ignored = turn();
    }
    return isKnown();
  }

  QueueSettings settings(QueueName queue) {
    Map<QueueName, QueueSettings> known = settings;
    return known == null ? QueueSettings.NONE : known.getOrDefault(queue, QueueSettings.NONE);
  }
}

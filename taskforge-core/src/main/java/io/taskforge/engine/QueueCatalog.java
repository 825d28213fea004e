package io.taskforge.engine;

import io.taskforge.job.QueueName;
import io.taskforge.store.JobStore;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueSettings;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
  private volatile Map<QueueName, QueueSettings> settings = Map.of();

  QueueCatalog(JobStore store) {
    this.store = store;
  }

  @Override
  public Duration turn() {
    try {
      read();
    } catch (StoreException e) {
      LOG.warn(
          "queue settings could not be read, the last known stay in force: {}", e.getMessage());
    }
    return AGE;
  }

  /**
   * Reads the settings, or throws: where none are known yet, the default must not take their place.
   */
  void read() {
    Map<QueueName, QueueSettings> read = new HashMap<>();
    for (Queue queue : store.queues()) {
      read.put(queue.name(), queue.settings());
    }
    settings = Map.copyOf(read);
  }

  QueueSettings settings(QueueName queue) {
    return settings.getOrDefault(queue, QueueSettings.NONE);
  }
}

package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import io.taskforge.store.JobStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what is older than the retention period, and unused destinations, in small batches. */
record Janitor(JobStore store, Retention retention, UnusedDestinations destinations)
    implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);
  private static final int LIMIT = 1_000;
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration BETWEEN_CHUNKS = Duration.ofMillis(100);

  @Override
  public Duration turn() {
    try {
      boolean more = store.purge(retention, LIMIT) >= LIMIT;
      return destinations.deleteSome() || more ? BETWEEN_CHUNKS : EVERY;
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("finished jobs and unused destinations not purged, will retry: {}", e.getMessage());
      return EVERY;
    }
  }
}

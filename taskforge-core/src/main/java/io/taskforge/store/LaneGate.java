package io.taskforge.store;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Says which lanes a claim may take jobs from, and how many: how circuit breakers hold jobs. Lanes
 * with the same group share one limit. Must be fast and must not call the store.
 */
public interface LaneGate {
  /** All lanes are open. */
  LaneGate OPEN =
      new LaneGate() {
        @Override
        public @Nullable Object group(
            QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
          return null;
        }

        @Override
        public int most(Object group) {
          return Integer.MAX_VALUE;
        }

        @Override
        public void looked(Instant at, @Nullable Instant destinationsChangedAt) {}
      };

  /** The group whose limit applies to a lane that has due jobs; null for a lane without limit. */
  @Nullable Object group(QueueName queue, TenantId tenant, JobTypeName type, String laneKey);

  /** How many jobs may be taken from the lanes of a group now; 0 if they are closed. */
  int most(Object group);

  /**
   * Receives the store's time and when a destination was last changed, after each look.
   *
   * @param destinationsChangedAt null if there is none
   */
  void looked(Instant at, @Nullable Instant destinationsChangedAt);
}

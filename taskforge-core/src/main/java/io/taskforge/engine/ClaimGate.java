package io.taskforge.engine;

import io.taskforge.destination.DestinationId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LaneGate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The gate of one claim: holds the lanes of destinations that are down. It reserves the granted
 * calls of those that recover, so that claims at the same time don't exceed a grant, and gives back
 * on close what {@link #took} did not use. For one thread.
 */
final class ClaimGate implements LaneGate, AutoCloseable {
  private final Destinations destinations;
  private final @Nullable Integer remoteLimit;
  private final Map<DestinationId, DestinationCalls.Reservation> reserved = new HashMap<>();
  private final Map<DestinationId, Integer> used = new HashMap<>();

  /**
   * @param remoteLimit the most jobs that a remote worker asks for; null for a claim of this worker
   */
  ClaimGate(Destinations destinations, @Nullable Integer remoteLimit) {
    this.destinations = destinations;
    this.remoteLimit = remoteLimit;
  }

  /**
   * The lanes of a destination.
   *
   * @param isOnce whether they are of AT_MOST_ONCE jobs, and the destination is closed to these
   */
  record Group(DestinationId id, boolean isOnce) {}

  @Override
  public @Nullable Object group(
      QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
    return destinations.group(queue, tenant, type, laneKey);
  }

  @Override
  public int most(Object group) {
    Group lanes = (Group) group;
    if (lanes.isOnce) {
      return 0;
    }
    DestinationCalls.Reservation known = reserved.get(lanes.id);
    if (known == null) {
      known = destinations.reserve(lanes.id, remoteLimit);
      if (known == null) {
        return Integer.MAX_VALUE;
      }
      reserved.put(lanes.id, known);
    }
    return known.calls();
  }

  @Override
  public void looked(Instant at, @Nullable Instant destinationsChangedAt) {
    destinations.looked(at, destinationsChangedAt);
  }

  /** The claim took these jobs, and they are going to start. */
  void took(List<ClaimedJob> jobs) {
    if (!reserved.isEmpty()) {
      destinations.byDestination(jobs).forEach((id, of) -> used.merge(id, of.size(), Integer::sum));
    }
  }

  @Override
  public void close() {
    reserved.forEach(
        (id, reservation) ->
            destinations.giveBack(
                reservation, Math.max(0, reservation.calls() - used.getOrDefault(id, 0))));
  }
}

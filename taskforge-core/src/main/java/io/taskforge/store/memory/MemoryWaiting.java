package io.taskforge.store.memory;

import io.taskforge.job.QueueName;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.PageBytes;
import io.taskforge.store.lane.Lane;
import io.taskforge.store.lane.LaneHead;
import io.taskforge.store.lane.LaneShare;
import io.taskforge.store.lane.LaneStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Waiting jobs by lane. Guarded by its store's monitor. */
final class MemoryWaiting {
  // Not Collections.emptyNavigableMap(), which has no order for lanes and throws on get.
  private static final NavigableMap<Lane, NavigableSet<StoredJob>> NONE =
      Collections.unmodifiableNavigableMap(new TreeMap<>(Lane.INDEX_ORDER));

  private final Map<QueueName, NavigableMap<Lane, NavigableSet<StoredJob>>> queues =
      new HashMap<>();

  void add(StoredJob job) {
    queues
        .computeIfAbsent(job.queue, name -> new TreeMap<>(Lane.INDEX_ORDER))
        .computeIfAbsent(lane(job), lane -> new TreeSet<>(StoredJob::inClaimOrder))
        .add(job);
  }

  void remove(StoredJob job) {
    queues.computeIfPresent(
        job.queue,
        (queue, lanes) -> {
          lanes.computeIfPresent(
              lane(job), (lane, jobs) -> jobs.remove(job) && jobs.isEmpty() ? null : jobs);
          return lanes.isEmpty() ? null : lanes;
        });
  }

  /** Finds lanes of the request's types and tenants, at most {@code most} of each queue. */
  List<LaneHead> look(ClaimRequest request, List<LaneStore.From> from, int most) {
    List<LaneHead> heads = new ArrayList<>();
    for (LaneStore.From each : from) {
      NavigableMap<Lane, NavigableSet<StoredJob>> lanes = lanes(each.queue());
      (each.after() == null ? lanes : lanes.tailMap(each.after(), false))
          .entrySet().stream()
              .filter(lane -> request.types().contains(lane.getKey().type()))
              .filter(lane -> request.limitFor(lane.getKey().tenant()) > 0)
              .limit(most)
              .forEach(lane -> heads.add(head(lane.getKey(), lane.getValue())));
    }
    return heads;
  }

  /** Removes due jobs, of each lane its share, until there are enough of them. */
  List<StoredJob> take(List<LaneShare> shares, int limit, int maxBytes, Instant now) {
    List<StoredJob> taken = new ArrayList<>();
    long bytes = 0;
    for (LaneShare share : shares) {
      for (StoredJob job : jobs(share.lane()).stream().limit(share.most()).toList()) {
        if (job.runAt.isAfter(now) || taken.size() == limit || bytes >= maxBytes) {
          break;
        }
        remove(job);
        taken.add(job);
        bytes += PageBytes.of(job.given.payload().json());
      }
    }
    return taken;
  }

  /** Counts the due jobs before {@code job} in its lane. */
  long ahead(StoredJob job, int most, Instant now) {
    NavigableSet<StoredJob> jobs = jobs(lane(job));
    return jobs.contains(job)
        ? jobs.headSet(job, false).stream()
            .takeWhile(each -> !each.runAt.isAfter(now))
            .limit(most)
            .count()
        : 0;
  }

  private NavigableMap<Lane, NavigableSet<StoredJob>> lanes(QueueName queue) {
    return queues.getOrDefault(queue, NONE);
  }

  private NavigableSet<StoredJob> jobs(Lane lane) {
    return lanes(lane.queue()).getOrDefault(lane, Collections.emptyNavigableSet());
  }

  private static LaneHead head(Lane lane, NavigableSet<StoredJob> jobs) {
    return new LaneHead(lane, jobs.first().runAt);
  }

  // The job is in another queue than it was enqueued to after a dead-letter or a redrive.
  private static Lane lane(StoredJob job) {
    return new Lane(
        job.queue, job.given.priority(), job.given.tenant(), job.given.type(), job.given.laneKey());
  }
}

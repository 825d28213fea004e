package io.taskforge.jdbc;

import io.taskforge.job.JobId;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Where the last claims ended, so that the next ones need not step over all that was claimed since
 * the last vacuum: a deleted row leaves its index entry behind, and a claim that begins at the
 * start of the index walks past every one of them.
 *
 * <p>A look from the remembered places can miss a job that was committed late, put back to an
 * earlier time, or has a priority that was not met before. So each queue is looked at whole at
 * least once a second; a job that was missed waits that long, and none is lost. Thread-safe.
 */
final class PostgresCursors {
  private static final Duration WHOLE_LOOK_EVERY = Duration.ofSeconds(1);
  private static final Place START = new Place(Instant.EPOCH, new JobId(new UUID(0, 0)));

  private final LongSupplier ticker;
  private final boolean alwaysWhole;
  private final Map<Key, Known> known = new HashMap<>(); // guarded by this

  /**
   * Makes one that knows nothing.
   *
   * @param alwaysWhole never to look from remembered places: for stores whose time is driven by
   *     hand
   */
  PostgresCursors(LongSupplier ticker, boolean alwaysWhole) {
    this.ticker = ticker;
    this.alwaysWhole = alwaysWhole;
  }

  /** What one worker claims of one queue; workers with other handlers leave other jobs behind. */
  private record Key(QueueName queue, Set<JobType> types) {}

  /** A row of the claims' index within its queue and priority. */
  record Place(Instant runAt, JobId id) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byTime = runAt.compareTo(other.runAt);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }
  }

  /** Where to look in one queue and priority: after this place. */
  record Level(QueueName queue, int priority, Place after) {}

  /** How to look: whole, or after each of these places. */
  record Look(boolean whole, List<Level> levels) {}

  private static final class Known {
    final Map<Integer, Place> ends = new TreeMap<>(Comparator.reverseOrder());
    long wholeLookAt;
    // The last whole look was cut short by its limit: there may be priorities that it did not
    // reach.
    boolean cut;
    boolean dueForWholeLook;
  }

  /** Says how to carry out a claim. */
  synchronized Look look(ClaimRequest request) {
    List<Level> levels = new ArrayList<>();
    for (ClaimRequest.QueueLimit from : request.queues()) {
      Known queue = known.get(new Key(from.queue(), request.types()));
      if (alwaysWhole
          || queue == null
          || queue.dueForWholeLook
          || ticker.getAsLong() - queue.wholeLookAt >= WHOLE_LOOK_EVERY.toNanos()) {
        return new Look(true, List.of());
      }
      queue.ends.forEach((priority, end) -> levels.add(new Level(from.queue(), priority, end)));
    }
    return new Look(false, levels);
  }

  /** Learns from a claim's answer where it ended. */
  synchronized void learn(ClaimRequest request, Look look, List<ClaimedJob> claimed) {
    if (alwaysWhole) {
      return;
    }
    for (ClaimRequest.QueueLimit from : request.queues()) {
      Known queue =
          known.computeIfAbsent(new Key(from.queue(), request.types()), key -> new Known());
      List<ClaimedJob> own =
          claimed.stream().filter(job -> job.queue().equals(from.queue())).toList();
      boolean full = claimed.size() >= request.limit() || own.size() >= from.limit();
      if (look.whole()) {
        queue.wholeLookAt = ticker.getAsLong();
        queue.cut = full;
      }
      queue.dueForWholeLook = !look.whole() && !full && queue.cut;
      for (int i = 0; i < own.size(); i++) {
        ClaimedJob job = own.get(i);
        Place place = new Place(job.scheduledAt(), job.id());
        // A whole look that was cut short ended there, whatever was known: more may follow it.
        boolean cutHere = look.whole() && full && i == own.size() - 1;
        queue.ends.merge(
            job.priority(), place, (old, now) -> cutHere || now.compareTo(old) > 0 ? now : old);
      }
    }
  }

  /** A job was enqueued here: its priority is worth a look even if none of it was claimed yet. */
  synchronized void met(QueueName queue, int priority) {
    known.forEach(
        (key, value) -> {
          if (key.queue().equals(queue)) {
            value.ends.putIfAbsent(priority, START);
          }
        });
  }
}

package io.taskforge.jdbc.postgres;

import io.taskforge.job.JobDetails;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.store.Settlement;
import io.taskforge.store.lane.LaneClaims;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes claims find new jobs at once: those of this process, and those of others. */
final class Arrivals {
  private final LaneClaims claims;
  private final ArrivalNotices notices;
  private final boolean notify;
  private final List<Runnable> wakes = new CopyOnWriteArrayList<>();

  Arrivals(LaneClaims claims, ArrivalNotices notices, boolean notify) {
    this.claims = claims;
    this.notices = notices;
    this.notify = notify;
  }

  /** This process has stored these jobs. */
  void stored(List<NewJob> jobs) {
    claims.enqueued(jobs);
    if (notify) {
      notices.arrived(
          jobs.stream()
              .filter(job -> job.delay().isZero())
              .map(JobDetails::queue)
              .collect(Collectors.toSet()));
    }
  }

  /** This process has settled these attempts. */
  void settled(List<Settlement> settlements) {
    claims.settled(settlements);
  }

  /**
   * Calls {@code wake} when another process has stored jobs. Returns a handle that stops
   * notifications.
   */
  Runnable onArrival(Runnable wake) {
    wakes.add(wake);
    if (notify) {
      notices.listen(this::storedElsewhere);
    }
    return () -> wakes.remove(wake);
  }

  private void storedElsewhere(@Nullable Set<QueueName> queues) {
    claims.lookSoon(queues);
    wakes.forEach(Runnable::run);
  }

  void close() {
    notices.close();
  }
}

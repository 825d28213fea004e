package io.taskforge.store.memory;

import io.taskforge.job.Job.RunningLease;
import io.taskforge.job.WorkerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One claimed batch. Guarded by its store's monitor. */
final class MemoryLease {
  final long token;
  final WorkerId worker;
  final Instant claimedAt;
  final List<@Nullable StoredJob> jobs;
  Instant expiresAt;

  MemoryLease(
      long token, WorkerId worker, Instant claimedAt, Instant expiresAt, List<StoredJob> jobs) {
    this.token = token;
    this.worker = worker;
    this.claimedAt = claimedAt;
    this.expiresAt = expiresAt;
    this.jobs = new ArrayList<>(jobs);
  }

  /** Returns the job at this position, or null if it was settled. */
  @Nullable StoredJob open(int position) {
    return position >= 0 && position < jobs.size() ? jobs.get(position) : null;
  }

  void close(int position) {
    jobs.set(position, null);
  }

  boolean isDone() {
    return jobs.stream().allMatch(job -> job == null);
  }

  RunningLease shown() {
    return new RunningLease(worker, token, claimedAt, expiresAt);
  }
}

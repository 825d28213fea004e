package io.taskforge.simulator.cluster;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.simulator.check.Event;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads all jobs, as an operator with a dashboard would. */
record Snapshots(JobStore store, World world, Consumer<Event> events) {
  void take(boolean last) {
    List<Event.Seen> seen = new ArrayList<>();
    for (JobState state : JobState.values()) {
      for (Job job : queries().list(JobFilter.all(JobFilter.MAX_LIMIT).state(state)).items()) {
        seen.add(seen(job, state));
      }
    }
    events.accept(new Event.Snapshot(world.instant(), "cluster", last, seen));
    for (TenantId tenant : Clients.TENANTS) {
      events.accept(
          new Event.TenantRead(
              world.instant(),
              "cluster",
              tenant.value(),
              queries().list(JobFilter.all(JobFilter.MAX_LIMIT).tenant(tenant)).items().stream()
                  .map(job -> job.id().toString())
                  .toList()));
    }
  }

  private JobQueries queries() {
    return store.queries();
  }

  private Event.Seen seen(Job job, JobState state) {
    return new Event.Seen(
        job.id().toString(),
        job.tenant().value(),
        job.idempotencyKey() == null ? null : job.idempotencyKey().value(),
        state,
        job.lease() != null,
        job.finishedAt() != null,
        job.deadLetter() != null,
        job.counters(),
        queries().attempts(job.id(), 1_000).stream()
            .filter(attempt -> attempt.status() != AttemptStatus.RUNNING)
            .map(Snapshots::entry)
            .toList());
  }

  private static String entry(Attempt attempt) {
    return attempt.number().entry() + " " + attempt.status() + " " + attempt.counters();
  }

  boolean everythingHasEnded() {
    for (Map.Entry<JobState, Long> count : queries().stats().jobsByState().entrySet()) {
      if (!count.getKey().isFinal() && count.getValue() > 0) {
        return false;
      }
    }
    return true;
  }
}

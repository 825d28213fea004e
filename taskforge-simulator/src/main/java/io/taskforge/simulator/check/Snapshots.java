package io.taskforge.simulator.check;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads all jobs, as an operator with a dashboard would.
 *
 * @param now the store's clock, or one that agrees with it
 * @param tenants that list their jobs
 */
public record Snapshots(
    JobStore store, Supplier<Instant> now, List<TenantId> tenants, Consumer<Event> events) {
  /**
   * Takes a snapshot.
   *
   * @param last whether everything should have ended
   */
  public void take(boolean last) {
    List<Event.Seen> seen = new ArrayList<>();
    for (JobState state : JobState.values()) {
      for (Job job : list(JobFilter.all(JobFilter.MAX_LIMIT).state(state))) {
        seen.add(seen(job, state));
      }
    }
    events.accept(new Event.Snapshot(now.get(), "cluster", last, seen));
    for (TenantId tenant : tenants) {
      events.accept(
          new Event.TenantRead(
              now.get(),
              "cluster",
              tenant.value(),
              list(JobFilter.all(JobFilter.MAX_LIMIT).tenant(tenant)).stream()
                  .map(job -> job.id().toString())
                  .toList()));
    }
  }

  /** Reads some jobs one by one, while workers go on. */
  public void look(List<JobId> some) {
    List<Event.Seen> seen = new ArrayList<>();
    for (JobId id : some) {
      queries().job(id).ifPresent(job -> seen.add(seen(job, job.state())));
    }
    events.accept(new Event.Looked(now.get(), "cluster", seen));
  }

  private List<Job> list(JobFilter filter) {
    List<Job> jobs = new ArrayList<>();
    JobPage page = queries().list(filter);
    jobs.addAll(page.items());
    while (page.next() != null) {
      page = queries().list(filter.before(page.next()));
      jobs.addAll(page.items());
    }
    return jobs;
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

  /** Whether every job is in a final state. */
  public boolean everythingHasEnded() {
    for (Map.Entry<JobState, Long> count : queries().stats().jobsByState().entrySet()) {
      if (!count.getKey().isFinal() && count.getValue() > 0) {
        return false;
      }
    }
    return true;
  }
}

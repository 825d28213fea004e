package io.taskforge.store.tck;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what the queries of two stores return after the same operations. */
final class StoreComparison {
  private static final int MAX_ATTEMPTS = 100_000;

  private final JobStore real;
  private final JobStore model;
  private final ResourceWalk.Comparison comparison;

  StoreComparison(JobStore real, JobStore model, ResourceWalk.Comparison comparison) {
    this.real = real;
    this.model = model;
    this.comparison = comparison;
  }

  private void check(String what, Object fromReal, Object fromModel) {
    comparison.check(what, fromReal, fromModel);
  }

  void jobs(List<JobId> ids) {
    check("jobs", alike(real.queries().jobs(ids)), alike(model.queries().jobs(ids)));
  }

  /** Reads the history of all jobs with one query, which is much faster than one query per job. */
  void attempts(List<JobId> ids) {
    List<Attempt> attempts = history(real, ids);
    check("attempts", attempts, history(model, ids));
    Map<JobId, Integer> entries = new HashMap<>();
    for (Attempt attempt : attempts) {
      int entry = entries.merge(attempt.jobId(), 1, Integer::sum);
      check("entry", attempt.number().entry(), entry);
    }
  }

  void attemptsOfEach(List<JobId> ids) {
    ids.forEach(id -> attempts(List.of(id)));
  }

  void statisticsAndLists() {
    StoreStats stats = real.queries().stats();
    StoreStats modelled = model.queries().stats();
    check("states", stats.jobsByState(), modelled.jobsByState());
    check("counts", stats.queues(), modelled.queues());
    check("statistics", tallies(real), tallies(model));
    check("list", listed(real, JobFilter.all(1_000)), listed(model, JobFilter.all(1_000)));
    List<FailureGroup> groups = real.queries().failureGroups(FailureGroupFilter.all(100));
    check("failures", groups, model.queries().failureGroups(FailureGroupFilter.all(100)));
    for (FailureGroup group : groups) {
      JobFilter filter = JobFilter.all(1_000).fingerprint(group.fingerprint());
      check("list by failure", listed(real, filter), listed(model, filter));
    }
    check("queues", Set.copyOf(real.queues()), Set.copyOf(model.queues()));
  }

  /** Checks that each job is listed in one state, and that its other values match that state. */
  void inExactlyOnePlace(List<JobId> ids) {
    List<JobId> seen = new ArrayList<>();
    for (JobState state : JobState.values()) {
      for (Job job : real.queries().list(JobFilter.all(1_000).state(state)).items()) {
        check("state", job.state(), state);
        check("has a lease", job.lease() != null, state == JobState.RUNNING);
        check("has ended", job.finishedAt() != null, state.isFinal());
        seen.add(job.id());
      }
    }
    check("number of jobs listed", seen.size(), new HashSet<>(seen).size());
    check("listed", new HashSet<>(seen), real.queries().jobs(ids).keySet());
  }

  private static List<Attempt> history(JobStore store, List<JobId> ids) {
    return store.queries().attempts(AttemptFilter.latest(ids, MAX_ATTEMPTS));
  }

  private static Set<AttemptTally> tallies(JobStore store) {
    Instant start = StoreUnderTest.START;
    return Set.copyOf(
        store
            .queries()
            .statistics(
                StatisticsFilter.of(start, start.plus(Duration.ofDays(30)))
                    .step(Duration.ofHours(1))));
  }

  private static List<Job> listed(JobStore store, JobFilter filter) {
    return store.queries().list(filter).items().stream().map(Alike::job).toList();
  }

  private static Map<JobId, Job> alike(Map<JobId, Job> jobs) {
    Map<JobId, Job> alike = new HashMap<>();
    jobs.forEach((id, job) -> alike.put(id, Alike.job(job)));
    return alike;
  }
}

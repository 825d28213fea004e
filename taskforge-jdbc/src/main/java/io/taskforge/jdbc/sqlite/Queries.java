package io.taskforge.jdbc.sqlite;

import io.taskforge.job.Attempt;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads jobs, attempts and totals. Each call reads one snapshot. */
final class Queries implements JobQueries {
  private static final String AHEAD =
      """
      SELECT count(*) FROM (
        SELECT 1
        FROM ${prefix}job j
        CROSS JOIN ${prefix}ready own ON own.job_seq = j.seq
        CROSS JOIN ${prefix}ready r ON r.queue = own.queue AND r.priority = own.priority
          AND r.tenant = own.tenant AND r.type = own.type AND r.lane_key = own.lane_key
          AND r.run_at <= :now
        WHERE j.id = :id
          AND (r.run_at < own.run_at OR (r.run_at = own.run_at AND r.job_seq < own.job_seq))
        LIMIT :most)
      """;

  private final ReadConnections readers;
  private final InstantSource clock;
  private final FindJobs lookup;
  private final ListJobs list;
  private final StoreTotals stats;
  private final StatisticsTable statistics = new StatisticsTable();
  private final FailureGroups failures = new FailureGroups();
  private final QueueLoads loads;
  private final Heartbeats workers;
  private final FindLeasedJob leased;
  private final DeadLetterStays stays = new DeadLetterStays();

  Queries(ReadConnections readers, InstantSource clock, LeaseTable leases, Heartbeats workers) {
    this.readers = readers;
    this.clock = clock;
    this.workers = workers;
    this.lookup = new FindJobs(leases);
    this.list = new ListJobs(leases, lookup);
    this.stats = new StoreTotals(leases);
    this.leased = new FindLeasedJob(leases);
    this.loads = new QueueLoads();
  }

  @Override
  public Optional<Job> job(JobId id) {
    return Optional.ofNullable(jobs(List.of(id), true).get(id));
  }

  @Override
  public Map<JobId, Job> jobs(List<JobId> ids) {
    return jobs(ids, false);
  }

  private Map<JobId, Job> jobs(List<JobId> ids, boolean payloads) {
    return readers.read(
        "read jobs",
        session -> {
          Set<Long> seqs = new LinkedHashSet<>();
          for (JobId id : ids) {
            Long seq = lookup.seq(session, id);
            if (seq != null) {
              seqs.add(seq);
            }
          }
          Map<JobId, Job> found = new LinkedHashMap<>();
          lookup.jobs(session, seqs, payloads).forEach(job -> found.put(job.id(), job));
          return found;
        });
  }

  @Override
  public JobPage list(JobFilter filter) {
    return readers.read("list jobs", session -> list.page(session, filter));
  }

  @Override
  public long count(JobFilter filter, long most) {
    return readers.read("count jobs", session -> list.count(session, filter, most));
  }

  @Override
  public List<JobId> idsEndingWith(String digits, int scanned) {
    return readers.read("find jobs by id", session -> list.idsEndingWith(session, digits, scanned));
  }

  @Override
  public List<JobPlace> places(@Nullable TenantId tenant, Instant from, int most) {
    return readers.read("read places", session -> statistics.places(session, tenant, from, most));
  }

  @Override
  public List<Attempt> attempts(AttemptFilter filter) {
    return readers.read("read attempts", session -> lookup.attempts(session, filter));
  }

  @Override
  public List<DeadLetterStay> deadLetterStays(JobId id) {
    return readers.read("read dead letter stays", session -> stays.list(session, id));
  }

  @Override
  public long ahead(JobId job, int most) {
    long now = SqliteColumns.micros(clock.instant());
    return readers.read(
        "count jobs ahead",
        session ->
            session
                .statement(AHEAD)
                .id("id", job)
                .number("now", now)
                .number("most", most)
                .number());
  }

  @Override
  public Map<LeaseRef, LeasedJob> leased(Collection<LeaseRef> leases) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return readers.read(
        "read leases",
        session -> {
          Map<LeaseRef, LeasedJob> found = new HashMap<>();
          for (LeaseRef lease : leases) {
            LeasedJob job = leased.find(session, lease, now);
            if (job != null) {
              found.put(lease, job);
            }
          }
          return found;
        });
  }

  @Override
  public StoreStats stats(@Nullable TenantId tenant) {
    Instant now = clock.instant();
    StatisticsFilter all = StatisticsFilter.all().tenant(tenant);
    return readers.read(
        "read statistics",
        session -> stats.read(session, tenant, now, JobFigures.of(statistics.read(session, all))));
  }

  @Override
  public Map<TenantQueue, QueueLoad> loads() {
    Instant now = clock.instant();
    return readers.read("read loads", session -> loads.read(session, now));
  }

  @Override
  public Map<TenantQueue, RetryActivity> retryActivity(Instant from, Instant to) {
    return readers.read("count retries", session -> loads.retries(session, from, to));
  }

  @Override
  public List<AttemptTally> statistics(StatisticsFilter filter) {
    return readers.read("read statistics", session -> statistics.read(session, filter));
  }

  @Override
  public List<FailureGroup> failureGroups(FailureGroupFilter filter) {
    Instant now = clock.instant();
    return readers.read("group failures", session -> failures.groups(session, filter, now));
  }

  @Override
  public List<WorkerInfo> workers() {
    long oldest =
        SqliteColumns.micros(clock.instant().minus(JobStore.DEFAULT_LEASE.multipliedBy(3)));
    return readers.read("read workers", session -> workers.seenSince(session, oldest));
  }
}

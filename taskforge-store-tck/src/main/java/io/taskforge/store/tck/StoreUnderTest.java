package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.stats.QueueCounts;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeasedJob;
import io.taskforge.store.Settlement;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A store with a clock, and methods for the contract's tests. */
interface StoreUnderTest extends Settlements {
  Instant START = Instant.parse("2030-01-01T00:00:00Z");
  Duration LEASE = JobStore.DEFAULT_LEASE;
  Duration TICK = Duration.ofNanos(1_000);
  WorkerId OTHER_WORKER = new WorkerId("worker-2");
  WorkerId RESCUER = new WorkerId("rescuer");

  JobStore store();

  ManualClock clock();

  /** Returns an id that is greater than all earlier ones, unless the clock moves back. */
  JobId newId();

  default JobDraft aJob() {
    return new JobDraft();
  }

  default JobId enqueue(JobDraft draft) {
    return enqueueAll(draft).get(0);
  }

  default List<JobId> enqueueAll(JobDraft... drafts) {
    List<NewJob> jobs = Stream.of(drafts).map(draft -> draft.as(newId())).toList();
    store().enqueue(jobs);
    return jobs.stream().map(NewJob::id).toList();
  }

  default List<JobId> enqueueMany(int count) {
    return enqueueMany(count, this::aJob);
  }

  default List<JobId> enqueueMany(int count, Supplier<JobDraft> draft) {
    List<JobId> ids = new ArrayList<>();
    while (ids.size() < count) {
      int batch = Math.min(1_000, count - ids.size());
      ids.addAll(enqueueAll(Stream.generate(draft).limit(batch).toArray(JobDraft[]::new)));
    }
    return ids;
  }

  /** Begins a claim of jobs of the default queue and type. */
  default ClaimDraft claimBy(WorkerId worker) {
    return new ClaimDraft(worker);
  }

  default List<ClaimedJob> claim(ClaimRequest request) {
    return store().claim(request);
  }

  default List<ClaimedJob> claim(int limit) {
    return claim(claimBy(WORKER).upTo(limit));
  }

  /** Claims the one job that is due. */
  default ClaimedJob claimOne() {
    List<ClaimedJob> claimed = claim(2);
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  /** Claims the one job that is due in a queue. */
  default ClaimedJob claimOneFrom(String queue) {
    List<ClaimedJob> claimed = store().claim(claimBy(WORKER).from(queue, 2).upTo(2));
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  /** Enqueues a job and claims it. */
  default ClaimedJob running(JobDraft draft) {
    JobId id = enqueue(draft);
    List<ClaimedJob> claimed =
        store().claim(claimBy(WORKER).from(draft.as(id).queue().value(), 1).upTo(1));
    assertThat(claimed).extracting(ClaimedJob::id).containsExactly(id);
    return claimed.get(0);
  }

  /** Enqueues several jobs and claims them at once. */
  default List<ClaimedJob> runningMany(int count) {
    enqueueMany(count);
    return claim(count);
  }

  /** Enqueues a job, claims it and settles it. */
  default JobId settled(JobDraft draft, Function<ClaimedJob, Settlement> result) {
    ClaimedJob claimed = running(draft);
    settle(result.apply(claimed));
    return claimed.id();
  }

  default JobId settled(Function<ClaimedJob, Settlement> result) {
    return settled(aJob(), result);
  }

  /** Enqueues a job, claims it and moves it to the queue "dead". */
  default JobId dead(JobDraft draft) {
    return settled(draft, this::deadLettered);
  }

  default List<ClaimedJob> rescue() {
    return rescue(RESCUER, 1_000);
  }

  default List<ClaimedJob> rescue(WorkerId by, int limit) {
    return store().claimExpired(new ClaimRequest.Lease(by, LEASE), limit);
  }

  /** Moves the clock until every lease has expired. */
  default void letLeasesExpire() {
    clock().advance(LEASE.plus(TICK));
  }

  /** Rescues a job after all leases have expired. */
  default ClaimedJob rescued() {
    letLeasesExpire();
    return rescue().get(0);
  }

  /** Settles a running job as lost, after all leases have expired. */
  default void loseLease() {
    settle(lost(rescued()));
  }

  /** Commits several settlements at once. */
  default List<CommitResult> commitAll(Settlement... settlements) {
    return store().commit(List.of(settlements));
  }

  /** Settles several jobs at once and in the same way. */
  default List<CommitResult> commitAll(
      List<ClaimedJob> jobs, Function<ClaimedJob, Settlement> result) {
    return store().commit(jobs.stream().map(result).toList());
  }

  default CommitResult commit(Settlement settlement) {
    return commitAll(settlement).get(0);
  }

  /** Commits settlements that must be accepted. */
  default void settle(Settlement settlement) {
    assertThat(commit(settlement)).isEqualTo(CommitResult.COMMITTED);
  }

  /** Commits a settlement that must be accepted and end the job, because it is to be cancelled. */
  default void settleCancelled(Settlement settlement) {
    assertThat(commit(settlement)).isEqualTo(CommitResult.CANCELLED);
  }

  default HeartbeatAnswer beat(WorkerId worker, Long... tokens) {
    return store().heartbeat(heartbeat(worker, LEASE, "host-1", tokens));
  }

  default Heartbeat heartbeat(WorkerId worker, Duration lease, String host, Long... tokens) {
    return new Heartbeat(
        new ClaimRequest.Lease(worker, lease),
        List.of(tokens),
        host,
        "1.0",
        Set.of(JobDraft.QUEUE),
        Set.of(JobDraft.TYPE),
        8,
        tokens.length);
  }

  default ChangeResult change(JobId id, JobChange change) {
    return store().change(id, change);
  }

  default ChangeResult cancel(JobId id) {
    return cancel(id, "enough");
  }

  default ChangeResult cancel(JobId id, String reason) {
    return change(id, new JobChange.Cancel(reason));
  }

  default ChangeResult cancelRetries(JobId id) {
    return change(id, new JobChange.CancelRetries("hopeless"));
  }

  default ChangeResult retryNow(JobId id) {
    return change(id, new JobChange.RetryNow());
  }

  /** Moves a dead letter back to the queue that it came from. */
  default ChangeResult redrive(JobId id) {
    return change(id, new JobChange.Redrive(null));
  }

  default ChangeResult redriveTo(String queue, JobId id) {
    return change(id, new JobChange.Redrive(queue(queue)));
  }

  default JobQueries queries() {
    return store().queries();
  }

  default Job job(JobId id) {
    return queries().job(id).orElseThrow();
  }

  /** Returns what a store answers that stores this job now. */
  default Enqueued stored(NewJob job) {
    return new Enqueued(job.id(), job.stored(clock().instant()));
  }

  /** Returns the job if it is still held on the lease of this claim. */
  default Optional<LeasedJob> leased(ClaimedJob claimed) {
    return Optional.ofNullable(queries().leased(List.of(claimed.lease())).get(claimed.lease()));
  }

  default List<JobId> listed(JobFilter filter) {
    return queries().list(filter).items().stream().map(Job::id).toList();
  }

  default List<Attempt> attempts(JobId id) {
    return queries().attempts(id, 1_000);
  }

  /** Reads the attempts of several jobs at once; jobs without attempts are left out. */
  default Map<JobId, List<Attempt>> attempts(List<JobId> ids) {
    return queries().attempts(AttemptFilter.latest(ids, 100_000)).stream()
        .collect(Collectors.groupingBy(Attempt::jobId));
  }

  /** Returns the number of waiting jobs in all queues. */
  default long waiting() {
    return queries().stats().queues().values().stream().mapToLong(QueueCounts::waiting).sum();
  }

  /** Returns the ids on each page of a list. */
  default List<List<JobId>> pages(JobFilter filter) {
    List<List<JobId>> pages = new ArrayList<>();
    JobPage page = queries().list(filter);
    pages.add(page.items().stream().map(Job::id).toList());
    while (page.next() != null) {
      page = queries().list(filter.before(page.next()));
      pages.add(page.items().stream().map(Job::id).toList());
    }
    return pages;
  }

  default List<JobId> reversed(List<JobId> ids) {
    List<JobId> reversed = new ArrayList<>(ids);
    Collections.reverse(reversed);
    return reversed;
  }

  default void repeat(int times, Runnable action) {
    for (int i = 0; i < times; i++) {
      action.run();
    }
  }

  default void advance(Duration by) {
    clock().advance(by);
  }

  default QueueName queue(String name) {
    return new QueueName(name);
  }

  default JobTypeName type(String name) {
    return new JobTypeName(name);
  }

  default TenantId tenant(String name) {
    return new TenantId(name);
  }

  default IdempotencyKey key(String value) {
    return new IdempotencyKey(value);
  }

  default WorkerId worker(String name) {
    return new WorkerId(name);
  }

  default List<JobId> ids(List<ClaimedJob> claimed) {
    return claimed.stream().map(ClaimedJob::id).toList();
  }
}

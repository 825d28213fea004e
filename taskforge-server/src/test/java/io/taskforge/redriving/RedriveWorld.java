package io.taskforge.redriving;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.deadletter.Redrive;
import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.TenantQuotas;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/** Workers on one store with a manual clock, and jobs that die on demand. */
final class RedriveWorld implements AutoCloseable {
  private static final int MAX = 1_000;
  private static final WorkerId GRAVEDIGGER = new WorkerId("gravedigger");
  private static final Failure NO_MAILBOX =
      Failure.of(ErrorType.of("smtp_550"), FailureKind.PERMANENT, "no such mailbox");

  final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  final JobStore store;
  final CrashingStore crashing;
  final Map<JobId, Integer> runs = new HashMap<>();
  final TaskForge forge;
  private final SequentialIds ids = new SequentialIds(clock);
  private Predicate<JobId> poison = id -> true;

  RedriveWorld(Function<ManualClock, JobStore> opened) {
    store = opened.apply(clock);
    crashing = new CrashingStore(store);
    forge = worker("first");
  }

  TaskForge worker(String name) {
    return worker(name, TenantQuotas.UNLIMITED);
  }

  /** A worker with these quotas. */
  TaskForge worker(String name, TenantQuotas quotas) {
    Instant start = clock.instant();
    TaskForge made =
        withEnvironment(
                TaskForge.builder(),
                new EngineEnvironment(
                    () -> Duration.between(start, clock.instant()).toNanos(),
                    new SplittableRandom(7),
                    ids,
                    (prefix, size) -> HandlerThreads.direct()))
            .store(crashing.store())
            .name(name)
            .tenantQuotas(quotas)
            .concurrency(500)
            .queue("mail", q -> q.deadLetterQueue("morgue").deadLetterOn(DeadLetterOn.ALL))
            .queue("spare", q -> q.deadLetterQueue("morgue").deadLetterOn(DeadLetterOn.ALL))
            .handler(
                JobType.of("send", Object.class),
                (payload, context) -> {
                  runs.merge(context.jobId(), 1, Integer::sum);
                  if (poison.test(context.jobId())) {
                    throw new IllegalArgumentException("no such mailbox");
                  }
                  return Outcome.DONE;
                })
            .build();
    made.putQueues();
    return made;
  }

  /** Creates dead jobs. */
  List<JobId> dead(int count) {
    return dead(count, JobRequest.of("send").queue("mail"));
  }

  List<JobId> dead(int count, JobRequest request) {
    poison = id -> true;
    List<JobId> made = new ArrayList<>();
    while (made.size() < count) {
      List<JobRequest> some = new ArrayList<>();
      while (some.size() < Math.min(1_000, count - made.size())) {
        some.add(request);
      }
      made.addAll(forge.enqueueAll(some).stream().map(Enqueued::id).toList());
    }
    run();
    return made;
  }

  /** Creates many dead jobs quickly: they are claimed and committed as dead without running. */
  void bury(int count) {
    for (int made = 0; made < count; made += MAX) {
      List<JobRequest> some =
          Collections.nCopies(Math.min(MAX, count - made), JobRequest.of("send").queue("mail"));
      List<Enqueued> ignored = forge.enqueueAll(some);
      buryDue();
    }
    runs.clear();
  }

  /** Makes all due jobs die, and counts each as a run. */
  void buryDue() {
    List<ClaimedJob> claimed = claim();
    while (!claimed.isEmpty()) {
      store.commit(claimed.stream().map(RedriveWorld::buried).toList());
      claimed.forEach(job -> runs.merge(job.id(), 1, Integer::sum));
      claimed = claim();
    }
  }

  private List<ClaimedJob> claim() {
    return store.claim(
        new ClaimRequest(
            new ClaimRequest.Lease(GRAVEDIGGER, JobStore.DEFAULT_LEASE),
            List.of(new ClaimRequest.QueueLimit(new QueueName("mail"), MAX)),
            Set.of(new JobTypeName("send")),
            MAX));
  }

  private static Settlement buried(ClaimedJob job) {
    return new Settlement(
        job,
        GRAVEDIGGER,
        Run.of(job.claimedAt(), Duration.ofMillis(1)),
        Verdict.of(
            AttemptStatus.FAILED,
            Transition.DEAD_LETTERED,
            new Verdict.DeadLetterTo(new QueueName("morgue"), "permanent failure"),
            job.counters().failed(),
            NO_MAILBOX,
            "permanent failure"));
  }

  /** From now on these jobs fail and all others succeed. */
  void poison(Predicate<JobId> which) {
    poison = which;
    runs.clear();
  }

  /** Runs the due jobs. */
  void run() {
    Engine engine = engineOf(forge);
    engine.readQueues();
    int before;
    do {
      before = runs.values().stream().mapToInt(Integer::intValue).sum();
      engine.fetch();
      engine.commit();
    } while (runs.values().stream().mapToInt(Integer::intValue).sum() > before);
  }

  /** Runs redrive steps until none is due immediately. */
  void redrive(TaskForge by) {
    boolean more;
    do {
      more = engineOf(by).redrive().isZero();
    } while (more);
  }

  Redrive look(Redrive redrive) {
    return forge.redrives().get(redrive.id()).orElseThrow();
  }

  long count(JobState state) {
    return store.queries().count(JobFilter.all(1).state(state));
  }

  Job job(JobId id) {
    return store.queries().job(id).orElseThrow();
  }

  @Override
  public void close() {
    store.close();
  }
}

package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.EndedJob;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Runs the same random operations on a store and on a memory store, and compares all results and
 * all jobs after each step.
 *
 * <p>Times are chosen so that no two jobs are due at the same time and no lease or retention ends
 * exactly now: there stores may differ.
 */
final class RandomWalk {
  private static final Duration LEASE = Duration.ofSeconds(15).plusNanos(500_000);
  private static final Duration KEPT = Duration.ofMinutes(5).plusNanos(500_000);
  private static final Retention RETENTION = Retention.DEFAULT.jobs(KEPT);
  private static final List<WorkerId> WORKERS =
      List.of(new WorkerId("w1"), new WorkerId("w2"), new WorkerId("w3"));
  private static final int MAX_COMPARED = 600;
  private static final List<String> LANES = List.of("", "", "up", "down");
  private static final List<String> QUEUES = List.of("a", "b", "slow");
  private static final List<TenantId> TENANTS =
      Stream.of("x", "y", "X-1").map(TenantId::new).toList();

  private final StoreUnderTest test;
  private final JobStore real;
  private final MemoryJobStore model;
  private final long seed;
  private final Random random;
  private final List<JobId> ids = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private final Map<JobId, Long> highestToken = new HashMap<>();
  private final Map<String, JobId> followUps = new HashMap<>();
  private final Echo realEcho = new Echo(this::followUp);
  private final Echo modelEcho = new Echo(this::followUp);
  private final ResourceWalk resources;
  private final StoreComparison comparison;
  private int step;
  private int uniqueMicros;

  RandomWalk(StoreUnderTest test, long seed) {
    this.test = test;
    this.real = test.store();
    this.model = new MemoryJobStore(test.clock());
    this.seed = seed;
    this.random = new Random(seed);
    this.resources = new ResourceWalk(real, model, TENANTS, new Random(seed), this::check);
    this.comparison = new StoreComparison(real, model, this::check);
  }

  /** A claimed job of both stores; stale ones are kept, to settle them again. */
  private record Held(WorkerId worker, ClaimedJob real, ClaimedJob model) {}

  /** Enqueues a follow-up for each end; both stores must report the same ends. */
  RandomWalk withFollowUps() {
    real.followUps(realEcho);
    model.followUps(modelEcho);
    return this;
  }

  /** The same job in both stores. */
  private NewJob followUp(EndedJob end) {
    JobId id = followUps.computeIfAbsent(Echo.name(end), name -> test.newId());
    if (!ids.contains(id)) {
      ids.add(id);
    }
    return Echo.draft(end).as(id);
  }

  void run(int steps) {
    run(steps, () -> false);
  }

  /** Takes at least this many steps, and then more while there is time. */
  void run(int fewest, BooleanSupplier hasTime) {
    for (step = 1; step <= fewest || hasTime.getAsBoolean(); step++) {
      test.clock()
          .advance(Duration.ofMillis(1 + random.nextInt(random.nextInt(10) == 0 ? 20_000 : 500)));
      act();
      check("ends", realEcho.ends(), modelEcho.ends());
      comparison.jobs(recent());
      if (step % 25 == 0) {
        compareAll();
      }
    }
    step--;
    compareAll();
    comparison.attemptsOfEach(recent());
  }

  int steps() {
    return step;
  }

  private void act() {
    int dice = random.nextInt(100);
    if (dice < 18) {
      enqueue();
    } else if (dice < 45) {
      claim();
    } else if (dice < 72) {
      commit();
    } else if (dice < 79) {
      heartbeat();
    } else if (dice < 84) {
      rescue();
    } else if (dice < 93) {
      change();
    } else if (dice < 95) {
      restart();
    } else if (dice < 97) {
      resources.step(test.clock().instant());
    } else if (dice < 98) {
      pause();
    } else {
      purge();
    }
  }

  private void enqueue() {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      JobId id = random.nextInt(12) == 0 ? known() : test.newId();
      JobDraft draft =
          test.aJob()
              .in(any(QUEUES))
              .of(any(TENANTS).value())
              .priority(random.nextInt(3))
              .inLane(any(LANES))
              .at(test.clock().instant().plus(uniqueDelay(random.nextInt(4) * 2_000L)));
      jobs.add((random.nextInt(3) == 0 ? draft.keyed("k" + random.nextInt(20)) : draft).as(id));
    }
    check("enqueue", real.enqueue(jobs), model.enqueue(jobs));
    for (NewJob job : jobs) {
      if (!ids.contains(job.id())) {
        ids.add(job.id());
      }
    }
  }

  private void claim() {
    WorkerId worker = any(WORKERS);
    List<ClaimRequest.QueueLimit> queues = new ArrayList<>();
    for (String queue : QUEUES) {
      if (random.nextInt(4) > 0) {
        queues.add(new ClaimRequest.QueueLimit(new QueueName(queue), random.nextInt(4)));
      }
    }
    // Stores may divide a claim among tenants differently, but not the order of tenants.
    boolean one = random.nextBoolean();
    ClaimRequest request =
        new ClaimRequest(
                new ClaimRequest.Lease(worker, LEASE),
                queues,
                Set.of(JobDraft.TYPE),
                one ? 1 : 1 + random.nextInt(6))
            .tenants(one ? Set.of() : Set.of(any(TENANTS)))
            .perTenant(
                Integer.MAX_VALUE,
                random.nextInt(4) == 0 ? Map.of(any(TENANTS), random.nextInt(2)) : Map.of());
    GateContract.Gate gate = new GateContract.Gate();
    LANES.stream()
        .filter(lane -> !lane.isEmpty() && random.nextInt(3) == 0)
        .forEach(lane -> gate.limit(lane, random.nextInt(3)));
    List<ClaimedJob> fromReal = real.claim(request.gate(gate));
    hold(worker, fromReal, model.claim(request.gate(gate)));
    gate.limits.forEach(
        (lane, most) ->
            assertThat(fromReal)
                .as("claimed with at most %d of lane %s, %s", most, lane, where())
                .filteredOn(job -> job.laneKey().equals(lane))
                .hasSizeLessThanOrEqualTo(most));
  }

  private void rescue() {
    ClaimRequest.Lease lease = new ClaimRequest.Lease(any(WORKERS), LEASE);
    List<ClaimedJob> fromModel = model.claimExpired(lease, 10_000);
    Map<JobId, ClaimedJob> byId = new HashMap<>();
    real.claimExpired(lease, 10_000).forEach(job -> byId.put(job.id(), job));
    List<ClaimedJob> fromReal = new ArrayList<>();
    for (ClaimedJob job : fromModel) {
      ClaimedJob same = byId.remove(job.id());
      assertThat(same).as("rescued %s, %s", job.id(), where()).isNotNull();
      fromReal.add(same);
    }
    assertThat(byId).as(where()).isEmpty();
    hold(lease.worker(), fromReal, fromModel);
  }

  private void hold(WorkerId worker, List<ClaimedJob> fromReal, List<ClaimedJob> fromModel) {
    check(
        "claim",
        fromReal.stream().map(Alike::claimed).toList(),
        fromModel.stream().map(Alike::claimed).toList());
    for (int i = 0; i < fromReal.size(); i++) {
      ClaimedJob job = fromReal.get(i);
      assertThat(job.scheduledAt()).as(where()).isBeforeOrEqualTo(test.clock().instant());
      Long before = highestToken.put(job.id(), job.lease().token());
      assertThat(before == null || before < job.lease().token()).as(where()).isTrue();
      held.add(new Held(worker, job, fromModel.get(i)));
    }
  }

  private void commit() {
    List<Settlement> toReal = new ArrayList<>();
    List<Settlement> toModel = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0 && !held.isEmpty(); i--) {
      // Not always removed: both stores must reject a second settlement.
      int at = random.nextInt(held.size());
      Held run = random.nextInt(4) == 0 ? held.get(at) : held.remove(at);
      int how = random.nextInt(10);
      Duration delay = uniqueDelay(random.nextInt(3) * 3_000L);
      toReal.add(ending(how, run.real(), delay));
      toModel.add(ending(how, run.model(), delay));
    }
    check("commit", real.commit(toReal), model.commit(toModel));
  }

  private Settlement ending(int how, ClaimedJob job, Duration delay) {
    if (job.lostBy() != null && how < 5) {
      return test.lost(job);
    }
    return switch (how) {
      case 0, 1 -> test.retried(job, delay);
      case 2 -> test.snoozed(job, delay);
      case 3 -> test.deadLettered(job);
      case 4 -> test.givenUp(job);
      case 5 -> test.discarded(job);
      case 6 -> test.neverStarted(test.interrupted(job));
      case 7 -> test.pastDeadline(job);
      case 8 -> test.refunded(job, delay);
      default -> test.succeeded(job, "1");
    };
  }

  private void heartbeat() {
    WorkerId worker = any(WORKERS);
    List<Held> own = held.stream().filter(run -> run.worker().equals(worker)).toList();
    Set<Long> realTokens = new HashSet<>();
    Set<Long> modelTokens = new HashSet<>();
    own.forEach(run -> realTokens.add(run.real().lease().token()));
    own.forEach(run -> modelTokens.add(run.model().lease().token()));
    var fromReal = real.heartbeat(beat(worker, realTokens));
    var fromModel = model.heartbeat(beat(worker, modelTokens));
    check("cancel requests", fromReal.cancelRequested(), fromModel.cancelRequested());
    for (Held run : own) {
      check(
          "lost lease",
          fromReal.lostTokens().contains(run.real().lease().token()),
          fromModel.lostTokens().contains(run.model().lease().token()));
    }
  }

  private static Heartbeat beat(WorkerId worker, Set<Long> tokens) {
    return new Heartbeat(
        new ClaimRequest.Lease(worker, LEASE),
        List.copyOf(tokens),
        "host",
        "",
        Set.of(),
        Set.of(),
        8,
        tokens.size());
  }

  private void change() {
    if (ids.isEmpty()) {
      return;
    }
    JobId id = any(recent());
    JobChange change =
        switch (random.nextInt(7)) {
          case 0 -> new JobChange.Cancel("enough");
          case 1 -> new JobChange.RetryNow();
          case 2 -> new JobChange.Reschedule(test.clock().instant().plus(uniqueDelay(3_000)));
          case 3 -> new JobChange.CancelRetries("hopeless");
          case 4 -> new JobChange.Redrive(null);
          case 5 -> new JobChange.DeadLetter("odd", new QueueName("graveyard"));
          default -> new JobChange.Redrive(new QueueName("slow"));
        };
    check(change.toString(), real.change(id, change), model.change(id, change));
  }

  private void restart() {
    if (ids.isEmpty()) {
      return;
    }
    JobState from = any(List.of(JobState.DEAD, JobState.FAILED, JobState.CANCELLED));
    JobRestart how = new JobRestart(from, random.nextBoolean() ? null : new QueueName("slow"));
    // One at a time: jobs that are due at the same time may be claimed in another order. The
    // second occurrence of an id is refused.
    JobId id = any(recent());
    check("restart", real.restart(List.of(id, id), how), model.restart(List.of(id, id), how));
  }

  private void pause() {
    QueueName queue = new QueueName(any(QUEUES));
    boolean paused = random.nextInt(3) == 0;
    real.pauseQueue(queue, paused);
    model.pauseQueue(queue, paused);
  }

  private void purge() {
    check("purge", real.purge(RETENTION, 10_000), model.purge(RETENTION, 10_000));
  }

  /** A long walk compares only the latest jobs at each step. */
  private List<JobId> recent() {
    return ids.subList(Math.max(0, ids.size() - MAX_COMPARED), ids.size());
  }

  private void compareAll() {
    resources.compareAll();
    comparison.attempts(recent());
    comparison.statisticsAndLists();
    if (ids.size() < MAX_COMPARED) {
      comparison.inExactlyOnePlace(ids);
    }
  }

  /**
   * An id that was used before, but not that of a job that was purged: PostgreSQL keeps attempts
   * until it drops their day, so that a new job with that id would have them, too.
   */
  private JobId known() {
    JobId id = ids.isEmpty() ? test.newId() : any(ids);
    return model.queries().job(id).isPresent() ? id : test.newId();
  }

  private Duration uniqueDelay(long millis) {
    return Duration.ofMillis(millis).plusNanos(1_000L * (++uniqueMicros % 997));
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private void check(String what, Object fromReal, Object fromModel) {
    assertThat(fromReal).as("%s, %s", what, where()).isEqualTo(fromModel);
  }

  private String where() {
    return "step " + step + " of the walk with seed " + seed;
  }
}

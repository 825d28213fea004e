package io.taskforge.simulator.cluster;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.simulator.check.ForwardingStore;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.store.LaneGate;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Mistakes of claims. */
final class ClaimBugs {
  private ClaimBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inStore(
            "claim-ignores-run-at",
            Invariant.I7,
            (next, world) -> atTime(next, world, worker -> Duration.ofHours(1))),
        PlantedBug.inStore(
            "claim-by-clock-of-node",
            Invariant.I7,
            (next, world) -> atTime(next, world, ClaimBugs::skewOf)),
        PlantedBug.inStore("claim-hands-out-twice", Invariant.I3, (next, world) -> twice(next)),
        PlantedBug.inStore("claim-commits-first", Invariant.I8, (next, world) -> commits(next)),
        PlantedBug.inStore(
            "claim-throws-error",
            Invariant.I14,
            (next, world) ->
                claiming(
                    next,
                    (store, request) -> {
                      List<ClaimedJob> claimed = store.claim(request);
                      if (claimed.size() > 1) {
                        throw new AssertionError("more than one");
                      }
                      return claimed;
                    })),
        changing(
            "claim-reuses-token",
            Invariant.I3,
            job -> with(job, new LeaseRef(1 + job.lease().token() % 3, job.lease().position()))),
        changing(
            "claim-forgets-counters",
            Invariant.I6,
            job -> with(job, job.settings(), job.payload(), job.number(), Counters.ZERO)),
        changing(
            "claim-starts-history-again",
            Invariant.I8,
            job ->
                with(
                    job, job.settings(), job.payload(), AttemptNumber.NONE.next(), job.counters())),
        changing(
            "claim-gives-other-payload",
            Invariant.I12,
            job -> with(job, job.settings(), "\"x-1\"", job.number(), job.counters())),
        gated("engine-claims-closed-lanes", lane -> ""),
        gated("engine-probes-with-at-most-once", JobSettings::withoutGuarantee),
        PlantedBug.inEngine(
            "engine-ignores-at-most-once",
            Invariant.I5,
            (next, world) -> mapped(next, ClaimBugs::repeatable)));
  }

  static Duration skewOf(WorkerId worker) {
    return Duration.ofSeconds(worker.value().charAt(1) % 2 == 0 ? 20 : -20);
  }

  private static PlantedBug changing(
      String name, Invariant invariant, UnaryOperator<ClaimedJob> mistake) {
    return PlantedBug.inStore(name, invariant, (next, world) -> mapped(next, mistake));
  }

  /** A node whose gate takes a lane for another one; it still learns what the look says. */
  private static PlantedBug gated(String name, UnaryOperator<String> laneKey) {
    return PlantedBug.inEngine(
        name,
        Invariant.I15,
        (next, world) ->
            claiming(
                next,
                (store, request) ->
                    store.claim(request.gate(new WrongGate(request.gate(), laneKey)))));
  }

  private record WrongGate(LaneGate right, UnaryOperator<String> laneKey) implements LaneGate {
    @Override
    public @Nullable Object group(QueueName queue, TenantId tenant, JobTypeName type, String key) {
      return right.group(queue, tenant, type, laneKey.apply(key));
    }

    @Override
    public int most(Object group) {
      return right.most(group);
    }

    @Override
    public void looked(Instant at, @Nullable Instant destinationsChangedAt) {
      right.looked(at, destinationsChangedAt);
    }
  }

  private static JobStore mapped(JobStore next, UnaryOperator<ClaimedJob> mistake) {
    return claiming(next, (store, request) -> store.claim(request).stream().map(mistake).toList());
  }

  private static JobStore claiming(
      JobStore next, BiFunction<JobStore, ClaimRequest, List<ClaimedJob>> claim) {
    return new ForwardingStore(next) {
      @Override
      public List<ClaimedJob> claim(ClaimRequest request) {
        return claim.apply(next, request);
      }
    };
  }

  private interface Skew {
    Duration of(WorkerId worker);
  }

  private static JobStore atTime(JobStore next, World world, Skew skew) {
    return claiming(
        next,
        (store, request) ->
            world.skewed(skew.of(request.lease().worker()), () -> store.claim(request)));
  }

  private static JobStore twice(JobStore next) {
    List<ClaimedJob> last = new ArrayList<>();
    return claiming(
        next,
        (store, request) -> {
          List<ClaimedJob> claimed = new ArrayList<>(store.claim(request));
          if (claimed.size() < request.limit()) {
            claimed.addAll(last);
            last.clear();
          }
          if (!claimed.isEmpty()) {
            last.add(claimed.get(0));
          }
          return claimed;
        });
  }

  /** The result is written before the work is done. */
  private static JobStore commits(JobStore next) {
    return claiming(
        next,
        (store, request) -> {
          List<ClaimedJob> claimed = store.claim(request);
          for (ClaimedJob job : claimed) {
            Verdict done =
                Verdict.of(
                    AttemptStatus.SUCCEEDED,
                    Transition.COMPLETED,
                    new Verdict.Finish(JobState.SUCCEEDED, null),
                    job.counters(),
                    null,
                    "");
            store.commit(
                List.of(
                    new Settlement(
                        job,
                        request.lease().worker(),
                        Run.of(job.claimedAt(), Duration.ZERO),
                        done)));
          }
          return claimed;
        });
  }

  private static ClaimedJob repeatable(ClaimedJob job) {
    JobSettings settings =
        EnqueueBugs.settings(
            job.settings(), Guarantee.AT_LEAST_ONCE, job.settings().idempotencyKey());
    return with(job, settings, job.payload(), job.number(), job.counters());
  }

  static ClaimedJob with(
      ClaimedJob job,
      JobSettings settings,
      String payload,
      AttemptNumber number,
      Counters counters) {
    return new ClaimedJob(
        job.identity(), payload, settings, job.claim(), number, counters, job.timing());
  }

  /** Returns {@code job} under another lease. */
  static ClaimedJob with(ClaimedJob job, LeaseRef lease) {
    return new ClaimedJob(
        job.identity(),
        job.payload(),
        job.settings(),
        new ClaimedJob.Claim(lease, job.claimedAt(), job.lostBy(), job.cancelRequested()),
        job.number(),
        job.counters(),
        job.timing());
  }
}

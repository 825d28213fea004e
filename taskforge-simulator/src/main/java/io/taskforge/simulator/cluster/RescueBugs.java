package io.taskforge.simulator.cluster;

import io.taskforge.job.JobId;
import io.taskforge.job.WorkerMode;
import io.taskforge.simulator.check.ForwardingStore;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Mistakes of heartbeats and rescues. */
final class RescueBugs {
  private RescueBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        rescue(
            "rescue-is-unconditional",
            Invariant.I3,
            (world, call) -> world.skewed(Duration.ofHours(1), call::run)),
        rescue(
            "rescue-by-clock-of-node",
            Invariant.I3,
            (world, call) -> world.skewed(ClaimBugs.skewOf(call.lease().worker()), call::run)),
        rescue("rescue-finds-nothing", Invariant.I13, (world, call) -> List.of()),
        rescue(
            "rescue-throws",
            Invariant.I14,
            (world, call) -> {
              if (!call.run().isEmpty()) {
                throw new IllegalStateException("found some");
              }
              return List.of();
            }),
        PlantedBug.inStore("rescue-keeps-token", Invariant.I3, (next, world) -> keepsToken(next)),
        PlantedBug.inStore(
            "heartbeat-does-not-extend",
            Invariant.I3,
            (next, world) -> beating(next, (store, beat) -> NOTHING_LOST)),
        PlantedBug.inStore(
            "heartbeat-hides-lost-leases",
            Invariant.I3,
            (next, world) ->
                beating(
                    next,
                    (store, beat) ->
                        new HeartbeatAnswer(
                            Set.of(), store.heartbeat(beat).cancelRequested(), WorkerMode.ACTIVE))),
        PlantedBug.inStore(
            "heartbeat-throws",
            Invariant.I14,
            (next, world) ->
                beating(
                    next,
                    (store, beat) -> {
                      if (beat.tokens().size() > 1) {
                        throw new IllegalStateException("too many");
                      }
                      return store.heartbeat(beat);
                    })));
  }

  private static final HeartbeatAnswer NOTHING_LOST =
      new HeartbeatAnswer(Set.of(), Set.of(), WorkerMode.ACTIVE);

  private record Rescue(JobStore store, ClaimRequest.Lease lease, int limit) {
    List<ClaimedJob> run() {
      return store.claimExpired(lease, limit);
    }
  }

  private static PlantedBug rescue(
      String name, Invariant invariant, BiFunction<World, Rescue, List<ClaimedJob>> mistake) {
    return PlantedBug.inStore(
        name,
        invariant,
        (next, world) ->
            new ForwardingStore(next) {
              @Override
              public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
                return mistake.apply(world, new Rescue(next, lease, limit));
              }
            });
  }

  private static JobStore keepsToken(JobStore next) {
    Map<JobId, LeaseRef> last = new HashMap<>();
    return new ForwardingStore(next) {
      @Override
      public List<ClaimedJob> claim(ClaimRequest request) {
        List<ClaimedJob> claimed = next.claim(request);
        claimed.forEach(job -> last.put(job.id(), job.lease()));
        return claimed;
      }

      @Override
      public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
        return next.claimExpired(lease, limit).stream()
            .map(job -> ClaimBugs.with(job, last.getOrDefault(job.id(), job.lease())))
            .toList();
      }
    };
  }

  private static JobStore beating(
      JobStore next, BiFunction<JobStore, Heartbeat, HeartbeatAnswer> mistake) {
    return new ForwardingStore(next) {
      @Override
      public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
        return mistake.apply(next, heartbeat);
      }
    };
  }
}

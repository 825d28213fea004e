package io.taskforge.simulator.cluster;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.simulator.check.ForwardingStore;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Mistakes of a store's commits and changes. */
final class CommitBugs {
  private CommitBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        fencing("commit-checks-no-token", (settlement, holder, state) -> true),
        fencing(
            "commit-checks-state-only", (settlement, holder, state) -> state == JobState.RUNNING),
        fencing(
            "commit-checks-worker-only",
            (settlement, holder, state) -> settlement.worker().equals(holder)),
        PlantedBug.inStore("commit-not-written", Invariant.I8, (next, world) -> notWritten(next)),
        PlantedBug.inStore("commit-halves-delay", Invariant.I7, (next, world) -> halvesDelay(next)),
        change(
            "cancel-changes-nothing",
            Invariant.I8,
            (store, id, change) ->
                change instanceof JobChange.Cancel && isIn(store, id, JobState.RETRYING)
                    ? new ChangeResult(ChangeResult.Status.CHANGED, JobState.CANCELLED)
                    : store.change(id, change)),
        change(
            "cancel-request-is-forgotten",
            Invariant.I8,
            (store, id, change) ->
                change instanceof JobChange.Cancel && isIn(store, id, JobState.RUNNING)
                    ? new ChangeResult(ChangeResult.Status.REQUESTED, JobState.RUNNING)
                    : store.change(id, change)),
        change(
            "retry-now-changes-nothing",
            Invariant.I8,
            (store, id, change) ->
                change instanceof JobChange.RetryNow && isIn(store, id, JobState.FAILED)
                    ? new ChangeResult(ChangeResult.Status.CHANGED, JobState.QUEUED)
                    : store.change(id, change)),
        change(
            "reschedule-is-early",
            Invariant.I7,
            (store, id, change) ->
                store.change(
                    id,
                    change instanceof JobChange.Reschedule moved
                        ? new JobChange.Reschedule(moved.runAt().minusSeconds(10))
                        : change)));
  }

  /** Whether a settlement whose lease is not valid is accepted. */
  private interface Leniency {
    boolean accepts(Settlement late, @Nullable WorkerId holder, @Nullable JobState state);
  }

  private static PlantedBug fencing(String name, Leniency leniency) {
    return PlantedBug.inStore(
        name, Invariant.I4, (next, world) -> new LenientStore(next, leniency));
  }

  /** Writes late results under the token that is valid now. */
  private static final class LenientStore extends ForwardingStore {
    private final Leniency leniency;
    private final Map<JobId, LeaseRef> latest = new HashMap<>();
    private final Map<JobId, WorkerId> holders = new HashMap<>();

    LenientStore(JobStore next, Leniency leniency) {
      super(next);
      this.leniency = leniency;
    }

    @Override
    public List<ClaimedJob> claim(ClaimRequest request) {
      return held(next.claim(request), request.lease());
    }

    @Override
    public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
      return held(next.claimExpired(lease, limit), lease);
    }

    private List<ClaimedJob> held(List<ClaimedJob> claimed, ClaimRequest.Lease lease) {
      for (ClaimedJob job : claimed) {
        latest.put(job.id(), job.lease());
        holders.put(job.id(), lease.worker());
      }
      return claimed;
    }

    @Override
    public List<CommitResult> commit(List<Settlement> settlements) {
      List<CommitResult> results = new ArrayList<>();
      for (Settlement settlement : settlements) {
        CommitResult result = next.commit(List.of(settlement)).get(0);
        JobId id = settlement.job().id();
        LeaseRef now = latest.get(id);
        JobState state = next.queries().job(id).map(Job::state).orElse(null);
        if (result == CommitResult.LEASE_LOST
            && now != null
            && leniency.accepts(settlement, holders.get(id), state)) {
          ClaimedJob renewed = ClaimBugs.with(settlement.job(), now);
          result =
              next.commit(
                      List.of(
                          new Settlement(
                              renewed,
                              settlement.worker(),
                              settlement.run(),
                              settlement.verdict())))
                  .get(0);
        }
        results.add(result);
      }
      return results;
    }
  }

  private static JobStore notWritten(JobStore next) {
    return new ForwardingStore(next) {
      private int count;

      @Override
      public List<CommitResult> commit(List<Settlement> settlements) {
        List<CommitResult> results = new ArrayList<>();
        for (Settlement settlement : settlements) {
          results.add(
              ++count % 5 == 0 ? CommitResult.COMMITTED : next.commit(List.of(settlement)).get(0));
        }
        return results;
      }
    };
  }

  private static JobStore halvesDelay(JobStore next) {
    return new ForwardingStore(next) {
      @Override
      public List<CommitResult> commit(List<Settlement> settlements) {
        return next.commit(settlements.stream().map(CommitBugs::halved).toList());
      }
    };
  }

  private static Settlement halved(Settlement settlement) {
    return settlement.verdict().next() instanceof Verdict.RunAgain again
        ? VerdictBugs.next(
            settlement, new Verdict.RunAgain(again.delay().dividedBy(2), again.countsAsDelay()))
        : settlement;
  }

  private interface Change {
    ChangeResult change(JobStore store, JobId id, JobChange change);
  }

  private static PlantedBug change(String name, Invariant invariant, Change mistake) {
    return PlantedBug.inStore(
        name,
        invariant,
        (next, world) ->
            new ForwardingStore(next) {
              @Override
              public ChangeResult change(JobId job, JobChange change) {
                return mistake.change(next, job, change);
              }
            });
  }

  private static boolean isIn(JobStore store, JobId id, JobState state) {
    Optional<Job> job = store.queries().job(id);
    return job.isPresent() && job.get().state() == state;
  }
}

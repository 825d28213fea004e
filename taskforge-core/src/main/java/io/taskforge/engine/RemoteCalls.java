package io.taskforge.engine;

import io.taskforge.destination.DestinationState;
import io.taskforge.failure.Failure;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Verdict;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteJob;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of remote workers to destinations: what they report feeds the circuit breakers, and a
 * failure of a destination that is down uses no retry. Thread-safe.
 *
 * <p>A result may be reported to another process than the one that handed the job out. Such a call
 * counts as one that was sent while the destination worked, and is never taken for a probe.
 */
final class RemoteCalls {
  private static final int MAX_KNOWN = 10_000;

  private final Destinations destinations;
  private final Verdicts verdicts;
  // Calls to destinations that did not work normally when the job was handed out.
  private final Map<LeaseToken, Destinations.Call> limited =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LeaseToken, Destinations.Call> eldest) {
          return size() > MAX_KNOWN;
        }
      }; // guarded by this

  RemoteCalls(Verdicts verdicts) {
    this.destinations = verdicts.destinations();
    this.verdicts = verdicts;
  }

  /** Returns the gate of a claim of at most this many jobs. */
  ClaimGate gate(int limit) {
    return destinations.remoteClaim(limit);
  }

  synchronized void handedOut(List<RemoteJob> jobs) {
    for (RemoteJob each : jobs) {
      Destinations.Call call = destinations.callOf(each.job());
      if (call != null && !call.free()) {
        limited.put(each.token(), call);
      }
    }
  }

  /** Returns the verdict that a job's destination makes of a reported result. */
  Verdict judged(LeaseToken token, ClaimedJob job, Instant now, Verdict verdict) {
    Destinations.Call call = sent(token, job);
    if (call == null || !DestinationVerdicts.isAnswer(verdict)) {
      return verdict;
    }
    Failure failure = ofDestination(verdict);
    boolean refunded =
        job.guarantee() != Guarantee.AT_MOST_ONCE
            && Boolean.TRUE.equals(destinations.isRefunded(call));
    return destinations.withTimeHeld(
        call,
        job,
        refunded && failure != null
            ? verdicts.refunded(job, now, failure, call.id(), verdict)
            : verdict);
  }

  /** Counts the call of a result that was committed: one that was not is reported again. */
  void settled(Settlement settlement) {
    ClaimedJob job = settlement.job();
    LeaseToken token = new LeaseToken(job.lease(), job.id());
    Destinations.Call call = sent(token, job);
    if (call != null && DestinationVerdicts.isAnswer(settlement.verdict())) {
      destinations.count(
          call, settlement.run(), ofDestination(settlement.verdict()), verdicts.timeoutOf(job));
    }
    synchronized (this) {
      limited.remove(token);
    }
  }

  private static @Nullable Failure ofDestination(Verdict verdict) {
    Failure failure = verdict.failure();
    return failure != null && DestinationOfJob.isOfDestination(failure) ? failure : null;
  }

  private Destinations.@Nullable Call sent(LeaseToken token, ClaimedJob job) {
    Destinations.Call now = destinations.callOf(job);
    if (now == null) {
      return null;
    }
    Destinations.Call known;
    synchronized (this) {
      known = limited.get(token);
    }
    return known != null
        ? known
        : new Destinations.Call(now.to(), DestinationState.UNKNOWN_EPOCH, true);
  }
}

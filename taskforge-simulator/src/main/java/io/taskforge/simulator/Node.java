package io.taskforge.simulator;

import io.taskforge.destination.Calls;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationReport;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.GrantedCalls;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.LaneGate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One worker process: it counts calls and reports them at most twice a second. Its view of the
 * destination is the answer to its last report.
 */
final class Node {
  private static final long INTERVAL = GrantedCalls.REPORT_INTERVAL.toNanos();
  private static final long CLAIM_INTERVAL = GrantedCalls.CLAIM_INTERVAL.toNanos();

  private final Duration longestCall;
  private DestinationAccess access = DestinationAccess.OPEN;
  private long epoch = DestinationState.UNKNOWN_EPOCH;
  private GrantedCalls grants = GrantedCalls.NONE;
  private int succeeded;
  private int failed;
  private long countedFrom;
  private long lastReport;

  /**
   * @param firstReport when the first interval between reports begins
   */
  Node(Duration longestCall, long firstReport) {
    this.longestCall = longestCall;
    this.lastReport = firstReport;
  }

  /** Returns when its next claim may find jobs, or {@link Gate#LATER}. */
  long opensAt(long now) {
    if (available(now) > 0) {
      return now;
    }
    boolean granted = access != DestinationAccess.CLOSED && grants.unused() > 0;
    return granted ? now + CLAIM_INTERVAL - (now - grants.at()) % CLAIM_INTERVAL : Gate.LATER;
  }

  /** How many calls it may send now. */
  private int available(long now) {
    return switch (access) {
      case OPEN -> Integer.MAX_VALUE;
      case CLOSED -> 0;
      case LIMITED, PROBES -> grants.available(now);
    };
  }

  /** Returns the gate of a claim: all lanes are of the one destination. */
  LaneGate gate(long now) {
    int available = available(now);
    return new LaneGate() {
      @Override
      public Object group(QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
        return Node.this;
      }

      @Override
      public int most(Object group) {
        return available;
      }

      @Override
      public void looked(Instant at, @Nullable Instant destinationsChangedAt) {}
    };
  }

  /** Counts claimed jobs, whose calls are sent at once. */
  void claimed(List<SimulatedJob> jobs) {
    grants = grants.sent(jobs.size());
    for (SimulatedJob job : jobs) {
      job.free = access == DestinationAccess.OPEN;
      job.node = this;
      job.epoch = epoch;
    }
  }

  /**
   * Counts a call that has ended; returns whether its failure is refunded: as in a worker, if it
   * was sent while calls were limited, or the destination is known to be down by now.
   */
  boolean ended(SimulatedJob job) {
    boolean success = job.answer == SimulatedDestination.Answer.SERVED;
    if (job.epoch == epoch) {
      countedFrom = succeeded + failed == 0 ? job.startedAt : Math.min(countedFrom, job.startedAt);
      succeeded += success ? 1 : 0;
      failed += success ? 0 : 1;
    }
    return !success && (!job.free || access != DestinationAccess.OPEN);
  }

  long nextReport() {
    boolean counted = succeeded + failed > 0;
    if (counted && access == DestinationAccess.PROBES) {
      return lastReport; // the answer to a probe
    }
    return counted || access != DestinationAccess.OPEN ? lastReport + INTERVAL : Gate.LATER;
  }

  DestinationState report(
      DestinationState shared, DestinationSettings settings, int wanted, long now) {
    List<Calls> calls =
        succeeded + failed == 0
            ? List.of()
            : List.of(new Calls(instant(countedFrom), epoch, succeeded, failed));
    DestinationDecision decision =
        DestinationDecision.after(
            shared,
            settings,
            new DestinationReport(
                calls, longestCall, null, List.of(), epoch, grants.unused(), wanted),
            instant(now));
    succeeded = 0;
    failed = 0;
    lastReport = now;
    access = decision.state().access();
    epoch = decision.state().epoch();
    grants = GrantedCalls.of(decision.granted(), now);
    return decision.state();
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }
}

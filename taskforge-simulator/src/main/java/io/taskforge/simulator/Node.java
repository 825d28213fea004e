package io.taskforge.simulator;

import io.taskforge.destination.Calls;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationReport;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.GrantedCalls;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One worker process: it counts calls and reports them at most twice a second. Its view of the
 * destination is the answer to its last report.
 */
final class Node {
  private static final long INTERVAL = GrantedCalls.REPORT_INTERVAL.toNanos();

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

  /** Returns when it may send the next call, or {@link Gate#LATER}. */
  long opensAt(long now) {
    return switch (access) {
      case OPEN -> now;
      case CLOSED -> Gate.LATER;
      case LIMITED, PROBES ->
          grants.unused() == 0
              ? Gate.LATER
              : Math.max(now, grants.at() + INTERVAL * grants.used() / grants.granted());
    };
  }

  long epoch() {
    return epoch;
  }

  /** Counts a call that is sent; returns whether nothing limits calls at that time. */
  boolean started() {
    grants = grants.sent(1);
    return access == DestinationAccess.OPEN;
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

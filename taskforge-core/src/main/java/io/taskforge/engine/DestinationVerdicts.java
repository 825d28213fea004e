package io.taskforge.engine;

import io.taskforge.destination.GrantedCalls;
import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Run;
import io.taskforge.job.Verdict;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a job's destination changes in the verdict on its run: a failure of a destination that is
 * down uses no retry.
 *
 * <p>The first failures of an outage come before the circuit breaker opens. Where many calls are
 * under way, a failure waits for a moment, on its lease, until it is known whether the breaker
 * opens. Thread-safe.
 */
final class DestinationVerdicts {
  private static final Duration LONGEST_WAIT = GrantedCalls.REPORT_INTERVAL.multipliedBy(4);

  private final Destinations destinations;
  private final Verdicts verdicts;
  private final LongSupplier ticker;
  private final Settle settle;
  private final Queue<Undecided> undecided = new ConcurrentLinkedQueue<>();

  private record Undecided(
      RunningJob running,
      Run run,
      Destinations.Call call,
      Failure failure,
      Verdict verdict,
      long since) {}

  /** Hands over the final verdict on a run. */
  interface Settle {
    void accept(RunningJob running, Run run, Verdict verdict);
  }

  DestinationVerdicts(
      Destinations destinations, Verdicts verdicts, LongSupplier ticker, Settle settle) {
    this.destinations = destinations;
    this.verdicts = verdicts;
    this.ticker = ticker;
    this.settle = settle;
  }

  /** Counts a run, and settles its job now or when its verdict is known. */
  void settle(RunningJob running, Verdict verdict) {
    Run run = running.run();
    Destinations.Call claimed = running.claimed();
    Destinations.Call call = running.call();
    if (claimed == null) {
      settle.accept(running, run, verdict);
      return;
    }
    if (call == null || !isAnswered(running, verdict)) {
      destinations.ended(claimed);
      settle.accept(running, run, verdict);
      return;
    }
    Failure failure = verdict.failure();
    boolean failed = failure != null && DestinationOfJob.isOfDestination(failure);
    destinations.answered(call, run, failed ? failure : null, verdicts.timeoutOf(running.job));
    if (!failed || failure == null || running.job.guarantee() == Guarantee.AT_MOST_ONCE) {
      settle.accept(running, run, destinations.withTimeHeld(call, running.job, verdict));
      return;
    }
    Boolean refunded = destinations.isRefunded(call);
    if (refunded == null) {
      undecided.add(new Undecided(running, run, call, failure, verdict, ticker.getAsLong()));
      destinations.wake().wake();
    } else {
      decided(running, run, call, failure, verdict, refunded);
    }
  }

  /** Whether the destination has answered, or failed to. */
  private static boolean isAnswered(RunningJob running, Verdict verdict) {
    return running.hasStarted() && isAnswer(verdict);
  }

  /** Whether the handler of a started job said what came of its call. */
  static boolean isAnswer(Verdict verdict) {
    Failure failure = verdict.failure();
    if (failure != null && DestinationOfJob.isOfHandler(failure)) {
      return false;
    }
    return verdict.status() == AttemptStatus.SUCCEEDED
        || verdict.status() == AttemptStatus.SNOOZED
        || verdict.status() == AttemptStatus.FAILED;
  }

  /** Settles the failures whose verdict is known by now; returns whether others still wait. */
  boolean decide() {
    int left = undecided.size();
    for (Undecided next = poll(left); next != null; next = poll(--left)) {
      Boolean refunded = destinations.isRefunded(next.call);
      boolean late = ticker.getAsLong() - next.since >= LONGEST_WAIT.toNanos();
      if (refunded == null && !late) {
        undecided.add(next);
      } else {
        boolean free = refunded != null && refunded;
        Verdict waited = free ? next.verdict : next.verdict.sooner(ticks(next.since));
        decided(next.running, next.run, next.call, next.failure, waited, free);
      }
    }
    return !undecided.isEmpty();
  }

  private @Nullable Undecided poll(int left) {
    return left > 0 ? undecided.poll() : null;
  }

  private Duration ticks(long since) {
    return Duration.ofNanos(ticker.getAsLong() - since);
  }

  /** Settles all failures by what is known now. */
  void close() {
    for (Undecided next = undecided.poll(); next != null; next = undecided.poll()) {
      Boolean refunded = destinations.isRefunded(next.call);
      boolean free = refunded != null && refunded;
      decided(next.running, next.run, next.call, next.failure, next.verdict, free);
    }
  }

  private void decided(
      RunningJob running,
      Run run,
      Destinations.Call call,
      Failure failure,
      Verdict verdict,
      boolean refunded) {
    settle.accept(
        running,
        run,
        destinations.withTimeHeld(
            call,
            running.job,
            refunded
                ? verdicts.refunded(running.job, running.storeNow(), failure, call.id(), verdict)
                : verdict));
  }
}

package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a destination, shared by all workers. Changed by {@link DestinationDecision} only.
 *
 * @param breaker its circuit breaker
 * @param epoch grows with each change of the breaker. A worker stamps each call with the epoch that
 *     it knows, so that a call that was sent before the breaker opened is not taken for a probe
 * @param window the calls of this epoch
 * @param release the limited rate at which calls are released while it recovers; null without limit
 * @param hold a hold by Retry-After or an operator, or null
 * @param goodRate the calls per second that succeeded before it was last closed; 0 if unknown
 * @param errors the last failures, newest first
 * @param closures when it was closed to jobs, oldest first
 */
public record DestinationState(
    Breaker breaker,
    long epoch,
    CallWindow window,
    @Nullable ReleaseRate release,
    @Nullable Hold hold,
    double goodRate,
    List<DestinationError> errors,
    List<Closure> closures) {
  /** The epoch of a caller to whose knowledge the destination works. */
  public static final long UNKNOWN_EPOCH = -1;

  public DestinationState {
    errors = List.copyOf(errors);
    closures = List.copyOf(closures);
  }

  /** A destination of which no failure is known. */
  public static DestinationState healthy(DestinationSettings settings) {
    return new DestinationState(
        Breaker.CLOSED,
        0,
        CallWindow.empty(settings.window()),
        null,
        null,
        0,
        List.of(),
        List.of());
  }

  /** Whether jobs may call it, and how many. */
  public DestinationAccess access() {
    if (hold != null || breaker instanceof Breaker.Open) {
      return DestinationAccess.CLOSED;
    }
    if (breaker instanceof Breaker.HalfOpen) {
      return DestinationAccess.PROBES;
    }
    return release == null ? DestinationAccess.OPEN : DestinationAccess.LIMITED;
  }

  /** How much of the time between two instants its jobs were held. */
  public Duration heldBetween(Instant from, Instant to) {
    return Closure.within(closures, from, to);
  }

  /** Whether calls of this epoch say something about the present state. */
  boolean counts(Calls calls) {
    boolean plain = breaker instanceof Breaker.Closed && release == null;
    Closure last = closures.isEmpty() ? null : closures.get(closures.size() - 1);
    boolean since = last == null || last.until() == null || calls.sentAt().isAfter(last.until());
    return calls.epoch() == epoch || (plain && since && calls.epoch() == UNKNOWN_EPOCH);
  }

  DestinationState with(CallWindow counted) {
    return new DestinationState(breaker, epoch, counted, release, hold, goodRate, errors, closures);
  }

  DestinationState with(Breaker same) {
    return new DestinationState(same, epoch, window, release, hold, goodRate, errors, closures);
  }

  DestinationState with(@Nullable ReleaseRate rate) {
    return new DestinationState(breaker, epoch, window, rate, hold, goodRate, errors, closures);
  }

  DestinationState with(@Nullable Hold held) {
    return new DestinationState(breaker, epoch, window, release, held, goodRate, errors, closures);
  }

  DestinationState withErrors(List<DestinationError> last) {
    return new DestinationState(breaker, epoch, window, release, hold, goodRate, last, closures);
  }

  /** Begins an epoch in which the destination is closed to jobs, or lets probes through. */
  DestinationState closed(Breaker next, Instant now) {
    return new DestinationState(
        next,
        epoch + 1,
        CallWindow.empty(window.length()),
        null,
        hold,
        Math.max(window.successRate(), goodRate),
        errors,
        Closure.begun(closures, now));
  }

  /** Begins an epoch in which the backlog is released. Its jobs are still held back. */
  DestinationState recovering(ReleaseRate ramp, Instant now) {
    return new DestinationState(
        Breaker.CLOSED,
        epoch + 1,
        CallWindow.empty(window.length()),
        ramp,
        hold,
        0,
        errors,
        Closure.begun(closures, now));
  }

  /** Ends the release of the backlog: calls are no longer limited. */
  DestinationState recovered(Instant now) {
    return new DestinationState(
        breaker, epoch, window, null, hold, goodRate, errors, Closure.ended(closures, now));
  }
}

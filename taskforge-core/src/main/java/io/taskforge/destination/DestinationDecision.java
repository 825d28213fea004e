package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker: what a worker's report changes in the state that all workers share. Pure.
 *
 * <ol>
 *   <li>Closed: opens when too large a share of the window's calls failed, or the last ones in a
 *       row.
 *   <li>Open: after a while it becomes half-open and grants a few probes.
 *   <li>Half-open: opens again when a probe fails; when enough succeed, it closes and the backlog
 *       is released as a ramp, see {@link ReleaseRate}.
 *   <li>A hold, by Retry-After or an operator, closes the destination whatever its breaker says; a
 *       later hold only extends it. When it ends, the backlog is released as a ramp, too.
 * </ol>
 *
 * @param state the new state
 * @param changes what operators want to know about
 * @param granted how many calls the worker may send until its next report; meaningless while access
 *     is {@link DestinationAccess#OPEN}
 */
public record DestinationDecision(
    DestinationState state, List<DestinationChange> changes, int granted) {
  public DestinationDecision {
    changes = List.copyOf(changes);
  }

  /** Decides what a report changes. */
  public static DestinationDecision after(
      DestinationState before,
      DestinationSettings settings,
      DestinationReport report,
      Instant now) {
    Change change = new Change(before, settings, now);
    change.count(report);
    change.endHold();
    change.hold(report.retryAfter());
    change.breaker(report);
    return change.grant(report);
  }

  /** Decides what an operator's hold changes. */
  public static DestinationDecision hold(
      DestinationState before, DestinationSettings settings, Hold hold, Instant now) {
    Change change = new Change(before, settings, now);
    change.hold(hold);
    return change.done(0);
  }

  /** Decides what an operator's release changes: ends a hold and closes the breaker. */
  public static DestinationDecision release(
      DestinationState before, DestinationSettings settings, String reason, Instant now) {
    Change change = new Change(before, settings, now);
    change.release(reason);
    return change.done(0);
  }

  /** A decision in progress. */
  private static final class Change {
    private final DestinationSettings settings;
    private final Instant now;
    private final List<DestinationChange> changes = new ArrayList<>();
    private DestinationState state;
    private List<Calls> counted = List.of();

    Change(DestinationState before, DestinationSettings settings, Instant now) {
      this.state = before;
      this.settings = settings;
      this.now = now;
    }

    void count(DestinationReport report) {
      counted = report.calls().stream().filter(state::counts).toList();
      state = state.with(state.window().with(counted, report.longestCall(), now));
      if (!report.errors().isEmpty()) {
        state =
            state.withErrors(
                Stream.concat(report.errors().stream(), state.errors().stream())
                    .limit(DestinationError.MAX)
                    .toList());
      }
    }

    void endHold() {
      Hold hold = state.hold();
      if (hold != null && hold.endedAt(now)) {
        state = state.with((Hold) null);
        told(DestinationChange.Kind.RELEASED, "the hold ended: " + hold.reason());
        if (state.breaker() instanceof Breaker.Closed) {
          recover("the hold ended");
        }
      }
    }

    void hold(@Nullable Duration retryAfter) {
      if (retryAfter != null && !retryAfter.isZero()) {
        boolean tooLong = retryAfter.compareTo(settings.longestHold()) > 0;
        Instant until = now.plus(tooLong ? settings.longestHold() : retryAfter);
        Hold asked = new Hold(until, "Retry-After", null);
        Hold present = state.hold();
        if (present != null && asked.outlasts(present)) {
          state = state.with(present.until(until));
        } else {
          hold(asked);
        }
      }
    }

    void hold(Hold hold) {
      if (!hold.outlasts(state.hold())) {
        return;
      }
      boolean first = state.hold() == null;
      state = state.with(hold);
      if (first && state.breaker() instanceof Breaker.Closed) {
        state = state.closed(Breaker.CLOSED, now);
        counted = List.of();
      }
      if (first || hold.byOperator()) {
        String until = hold.until() == null ? "until it is released" : "until " + hold.until();
        told(DestinationChange.Kind.HELD, until + ": " + hold.reason());
      }
    }

    void release(String reason) {
      boolean usable =
          state.access() == DestinationAccess.OPEN || state.access() == DestinationAccess.LIMITED;
      if (!usable) {
        state = state.with((Hold) null);
        told(DestinationChange.Kind.RELEASED, reason);
        recover(reason);
      }
    }

    void breaker(DestinationReport report) {
      if (state.hold() != null) {
        return;
      }
      Breaker breaker = state.breaker();
      if (breaker instanceof Breaker.Closed) {
        closed();
      } else if (breaker instanceof Breaker.Open open && !now.isBefore(open.until())) {
        Instant until = now.plus(state.window().length());
        state =
            state.closed(new Breaker.HalfOpen(open.openSince(), until, open.times(), 0, 0), now);
        told(DestinationChange.Kind.PROBING, "the breaker is half-open");
      } else if (breaker instanceof Breaker.HalfOpen halfOpen) {
        halfOpen(halfOpen.granted(-Math.min(halfOpen.granted(), report.unusedOf(state))));
      }
    }

    private void closed() {
      long total = state.window().total();
      long failed = state.window().failed();
      boolean half = total >= settings.minimumCalls() && failed >= settings.failureRate() * total;
      // A ramp exceeds the capacity now and then; cutting the rate is enough.
      boolean all =
          state.release() == null && state.window().failedInARow() >= settings.minimumCalls();
      if (half || all) {
        open(
            now,
            1,
            DestinationChange.Kind.OPENED,
            "%d of %d calls failed".formatted(failed, total));
      } else if (state.release() != null) {
        released(state.release());
      }
    }

    private void released(ReleaseRate before) {
      List<Calls> sinceCut =
          counted.stream().filter(calls -> !calls.sentAt().isBefore(before.cutAt())).toList();
      ReleaseRate rate =
          before.after(
              sinceCut.stream().mapToInt(Calls::succeeded).sum(),
              sinceCut.stream().mapToInt(Calls::failed).sum(),
              now);
      state = rate.isUnused() ? state.recovered(now) : state.with(rate);
      if (rate.isUnused()) {
        told(
            DestinationChange.Kind.RECOVERED,
            String.format(Locale.ROOT, "fewer than %.1f calls per second", rate.perSecond()));
      }
    }

    private void halfOpen(Breaker.HalfOpen before) {
      int failed = counted.stream().mapToInt(Calls::failed).sum();
      Breaker.HalfOpen probed = before.succeeded(counted.stream().mapToInt(Calls::succeeded).sum());
      boolean over = !now.isBefore(probed.until());
      state = state.with(probed);
      if (failed > 0) {
        reopen(before, "a probe failed");
      } else if (probed.succeeded() >= settings.probes() || (over && probed.succeeded() > 0)) {
        recover("%d probes succeeded".formatted(probed.succeeded()));
      } else if (over && probed.granted() == 0) {
        // AT_MOST_ONCE jobs alone, for instance: they must not wait forever. If it is still down,
        // these are lost, so there must be few.
        recover("no job could be a probe", ReleaseRate.beginSlowly(now));
      } else if (over) {
        reopen(before, "no answer to the probes");
      }
    }

    private void reopen(Breaker.HalfOpen before, String reason) {
      open(before.openSince(), before.times() + 1, DestinationChange.Kind.REOPENED, reason);
    }

    private void open(Instant since, int times, DestinationChange.Kind kind, String reason) {
      Instant until = now.plus(settings.openFor(times));
      state = state.closed(new Breaker.Open(since, until, times), now);
      told(kind, reason);
    }

    private void recover(String reason) {
      recover(reason, ReleaseRate.begin(state.goodRate(), now));
    }

    private void recover(String reason, ReleaseRate ramp) {
      state = state.recovering(ramp, now);
      counted = List.of();
      told(DestinationChange.Kind.RECOVERING, reason);
    }

    private void told(DestinationChange.Kind kind, String reason) {
      changes.add(new DestinationChange(kind, now, reason));
    }

    DestinationDecision grant(DestinationReport report) {
      int granted = 0;
      ReleaseRate rate = state.release();
      if (state.access() == DestinationAccess.LIMITED && rate != null) {
        ReleaseRate filled = rate.filled(report.unusedOf(state), now);
        granted = Math.min(report.wanted(), filled.available());
        state = state.with(filled.granted(granted));
      } else if (state.access() == DestinationAccess.PROBES
          && state.breaker() instanceof Breaker.HalfOpen halfOpen) {
        // One after the other: a service that has just recovered may not handle several at once.
        boolean answered = halfOpen.granted() <= halfOpen.succeeded();
        granted = answered ? Math.min(1, report.wanted()) : 0;
        state = state.with(halfOpen.granted(granted));
      }
      return done(granted);
    }

    DestinationDecision done(int granted) {
      return new DestinationDecision(state, changes, granted);
    }
  }
}

package io.taskforge.simulator.check;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Leases and fencing (I3, I4), starts (I5, I7), and which change of state may follow which (I8).
 */
final class LeaseRules {
  // A network can deliver a claim after its caller gave up.
  private static final Duration HELD_BACK = Duration.ofSeconds(10);

  private final Findings findings;
  private final Duration slack;
  private final List<Event.ClaimUnknown> unknownClaims = new ArrayList<>();

  LeaseRules(Findings findings, Duration slack) {
    this.findings = findings;
    this.slack = slack;
  }

  /** A job that was free at that time may have a lease that is not known. */
  void claimUnknown(Event.ClaimUnknown event) {
    unknownClaims.add(event);
  }

  private boolean mayHaveUnknownLease(JobRecord job) {
    return unknownClaims.stream()
        .anyMatch(claim -> !claim.until().plus(HELD_BACK).isBefore(job.freeSince));
  }

  void claimed(Event.Claimed event, JobRecord job) {
    tokenGrows(event, event.token(), job);
    if (job.uncertain) {
      return;
    }
    if (job.lease != null) {
      findings.unsafe(
          Invariant.I3, job, event, "claimed while token " + job.lease.token() + " is valid");
    } else if (!Transition.CLAIMED.from().contains(job.state)) {
      findings.unsafe(Invariant.I8, job, event, "claimed while it was " + job.state);
    }
    if (job.cancelRequested) {
      findings.unsafe(Invariant.I8, job, event, "claimed again after its cancellation");
    }
    due(event, job);
    if (job.uncounted) {
      return;
    }
    if (event.entry() != job.entries + 1) {
      findings.unsafe(
          Invariant.I8,
          job,
          event,
          "its history has %d entries but the next is number %d"
              .formatted(job.entries, event.entry()));
    }
    if (!event.counters().equals(job.counters)) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "its counters were %s but are %s".formatted(job.counters, event.counters()));
    }
  }

  void rescued(Event.Rescued event, JobRecord job) {
    tokenGrows(event, event.token(), job);
    if (job.uncertain) {
      return;
    }
    if (job.lease == null) {
      if (!mayHaveUnknownLease(job)) {
        findings.unsafe(Invariant.I3, job, event, "rescued although no worker held it");
      }
    } else if (event.at().plus(slack).isBefore(job.lease.expires())) {
      findings.unsafe(
          Invariant.I3,
          job,
          event,
          "rescued although token %d is valid until %s"
              .formatted(job.lease.token(), job.lease.expires()));
    }
  }

  private void tokenGrows(Event event, long token, JobRecord job) {
    if (token <= job.highestToken) {
      findings.unsafe(
          Invariant.I3,
          job,
          event,
          "got token %d after token %d".formatted(token, job.highestToken));
    }
  }

  /**
   * A heartbeat's answer said that this job's lease, which another has replaced, is still valid.
   */
  void extendedStale(Event.Extended event, long token, JobRecord job) {
    findings.unsafe(
        Invariant.I3,
        job,
        event,
        "token %d was extended although token %d was issued".formatted(token, job.highestToken));
  }

  private void due(Event event, JobRecord job) {
    if (event.at().plus(slack).isBefore(job.runAt)) {
      findings.unsafe(Invariant.I7, job, event, "claimed or started before " + job.runAt);
    }
  }

  void started(Event.Started event, JobRecord job) {
    if (job.wanted.atMostOnce() && job.starts > 0) {
      findings.unsafe(Invariant.I5, job, event, "AT_MOST_ONCE, but its handler started again");
    }
    if (!event.tenant().equals(job.wanted.tenant())
        || !event.payload().equals(job.wanted.payload())) {
      findings.unsafe(
          Invariant.I12,
          job,
          event,
          "of tenant %s with payload %s ran with payload %s for tenant %s"
              .formatted(
                  job.wanted.tenant(), job.wanted.payload(), event.payload(), event.tenant()));
    }
  }

  void committed(Event.Committed event, JobRecord job) {
    if (event.result() == CommitResult.LEASE_LOST) {
      return;
    }
    if (event.token() < job.highestToken) {
      findings.unsafe(
          Invariant.I4,
          job,
          event,
          "token %d was accepted after token %d was issued"
              .formatted(event.token(), job.highestToken));
    } else if (job.settled.contains(event.token())) {
      findings.unsafe(
          Invariant.I4, job, event, "a second result was accepted under token " + event.token());
    } else if (job.lease != null && !job.lease.node().equals(event.node())) {
      findings.unsafe(
          Invariant.I4,
          job,
          event,
          "a result of %s was accepted while %s held it".formatted(event.node(), job.lease.node()));
    }
    boolean cancelled = event.result() == CommitResult.CANCELLED;
    JobState after = cancelled ? JobState.CANCELLED : event.state();
    Transition by = cancelled ? Transition.CANCELLED_BY_REQUEST : event.transition();
    if (!by.from().contains(JobState.RUNNING) || !by.to().contains(after)) {
      findings.unsafe(Invariant.I8, job, event, by + " must not lead to " + after);
    }
    if (event.status() == AttemptStatus.SUCCEEDED
        && job.endings.get(event.token()) != Ending.DONE) {
      findings.unsafe(
          Invariant.I8,
          job,
          event,
          "SUCCEEDED under token %d, but its handler ended with %s"
              .formatted(event.token(), job.endings.get(event.token())));
    }
  }

  void changed(Event.Changed event, JobRecord job) {
    JobState after = event.state();
    if (job.uncertain || after == null) {
      return;
    }
    switch (event.status()) {
      case CHANGED -> {
        if (!event.transition().from().contains(job.state)
            || !event.transition().to().contains(after)) {
          findings.unsafe(
              Invariant.I8,
              job,
              event,
              "%s led from %s to %s".formatted(event.transition(), job.state, after));
        }
      }
      case REQUESTED -> {
        if (job.lease == null) {
          findings.unsafe(
              Invariant.I8, job, event, "its worker was asked to cancel it, but none has it");
        }
      }
      default -> {}
    }
  }
}

package io.taskforge.simulator.check;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.simulator.check.Event.Interval;
import io.taskforge.simulator.check.Event.PolicySet;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The three counters and their limits (I6), the delays of retries (I7), and refunds (I15). A policy
 * that was changed during the run allows what any of its versions allows.
 */
final class CounterRules {
  /** How many more leases a job may lose beside other suspects. */
  static final int LOST_IN_COMPANY = 4;

  private static final int SUSPECT_AFTER = 2;

  private final Findings findings;
  private final int maxLostLeases;
  private final Map<String, List<PolicySet>> policies = new HashMap<>();

  CounterRules(Findings findings, int maxLostLeases) {
    this.findings = findings;
    this.maxLostLeases = maxLostLeases;
  }

  void policy(PolicySet event) {
    policies.computeIfAbsent(event.policy(), name -> new ArrayList<>()).add(event);
  }

  /** A job that has lost two leases may be a poison message. */
  private static boolean isSuspect(JobRecord job) {
    return job.counters.lostLeases() >= SUSPECT_AFTER;
  }

  /** Was it the only suspect on the worker that lost it? */
  void rescued(Event.Rescued event, JobRecord job, Iterable<JobRecord> all) {
    job.inCompany = false;
    if (job.lease == null) {
      return;
    }
    JobRecord.Loss loss = new JobRecord.Loss(job.lease.node(), event.at());
    job.lost = loss;
    if (!isSuspect(job)) {
      return;
    }
    for (JobRecord other : all) {
      if (other == job || other.uncertain || !isSuspect(other)) {
        continue;
      }
      if (loss.equals(other.lost)) {
        job.inCompany = true;
        other.inCompany = true;
      } else if (other.lease != null && other.lease.node().equals(loss.node())) {
        job.inCompany = true;
      }
    }
  }

  void committed(Event.Committed event, JobRecord job) {
    if (event.result() == CommitResult.LEASE_LOST) {
      return;
    }
    if (!job.uncounted && !expected(event, job).equals(event.counters())) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "%s after %s gave %s".formatted(event.status(), job.counters, event.counters()));
    }
    limits(event, job);
    if (event.transition() == Transition.REFUNDED) {
      refund(event, job);
    }
    if (event.transition() == Transition.RETRY_SCHEDULED && event.delay() != null) {
      delay(event, event.delay(), job);
    }
  }

  private static Counters expected(Event.Committed event, JobRecord job) {
    return switch (event.status()) {
      // A refund is judged by its own rule. A job past its deadline ends without a run: nothing has
      // failed.
      case FAILED ->
          event.transition() == Transition.REFUNDED
                  || (!job.endings.containsKey(event.token())
                      && event.transition() == Transition.GAVE_UP)
              ? event.counters()
              : job.counters.failed();
      case LOST -> job.counters.leaseLost();
      case INTERRUPTED -> job.counters.interrupted();
      default -> job.counters;
    };
  }

  private void limits(Event.Committed event, JobRecord job) {
    int lost = event.counters().lostLeases();
    boolean again = !event.state().isFinal() && event.result() == CommitResult.COMMITTED;
    if (event.poison() && job.inCompany && lost < maxLostLeases + LOST_IN_COMPANY) {
      findings.unsafe(
          Invariant.I16, job, event, "given up as poison, but another suspect was on its worker");
    }
    // A rescuer that can't tell whether a job was the only suspect blames none.
    int most = maxLostLeases + LOST_IN_COMPANY;
    if (event.status() == AttemptStatus.LOST && again && lost >= most) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "%d lost leases, and it becomes %s, with a limit of %d"
              .formatted(lost, event.state(), most));
    }
    boolean cancelled =
        event.result() == CommitResult.CANCELLED || event.state() == JobState.CANCELLED;
    if (event.status() == AttemptStatus.LOST
        && !cancelled
        && !again
        && !job.wanted.atMostOnce()
        && lost < maxLostLeases) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "given up after %d of %d lost leases".formatted(lost, maxLostLeases));
    }
    List<PolicySet> versions = versions(job);
    if (versions.isEmpty()) {
      return;
    }
    int failures = event.counters().failures();
    int retries = versions.stream().mapToInt(PolicySet::maxRetries).max().orElse(0);
    int fewest = versions.stream().mapToInt(PolicySet::maxRetries).min().orElse(0);
    if (failures > retries + 1
        || (failures > retries && event.transition() == Transition.RETRY_SCHEDULED)) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "%d failures and %s, with at most %d retries"
              .formatted(failures, event.transition(), retries));
    }
    if (event.status() == AttemptStatus.FAILED
        && event.state().isFinal()
        && !cancelled
        && job.endings.get(event.token()) == Ending.FAILED
        && !job.wanted.atMostOnce()
        && failures <= fewest) {
      findings.unsafe(
          Invariant.I6,
          job,
          event,
          "given up after %d failures, with %d retries".formatted(failures, fewest));
    }
  }

  /** A refunded attempt is neither lost nor used: the job runs again with the same counters. */
  private void refund(Event.Committed event, JobRecord job) {
    String wrong = null;
    if (!job.uncertain && !event.counters().equals(job.counters)) {
      wrong = "%s became %s".formatted(job.counters, event.counters());
    } else if (event.status() != AttemptStatus.FAILED || job.starts == 0) {
      wrong = "%s after %d starts".formatted(event.status(), job.starts);
    } else if (job.wanted.atMostOnce()) {
      wrong = "an AT_MOST_ONCE job is to run again";
    } else if (event.state().isFinal()) {
      wrong = "the job is " + event.state();
    }
    if (wrong != null) {
      findings.unsafe(Invariant.I15, job, event, "refunded: " + wrong);
    }
  }

  private void delay(Event.Committed event, Duration delay, JobRecord job) {
    List<PolicySet> versions = versions(job);
    int retry = event.counters().failures();
    boolean allowed =
        versions.stream()
            .filter(version -> retry <= version.delays().size())
            .map(version -> version.delays().get(retry - 1))
            .anyMatch(interval -> isIn(interval, delay, waited(event, job)));
    if (!versions.isEmpty() && !allowed) {
      findings.unsafe(
          Invariant.I7,
          job,
          event,
          "retry %d after %s, which policy %s does not allow"
              .formatted(retry, delay, job.wanted.policy()));
    }
  }

  /**
   * How long the run had ended before its result was committed. A failure that waits for a decision
   * on its destination waits for its retry at the same time. Clocks of nodes may run fast.
   */
  private static Duration waited(Event.Committed event, JobRecord job) {
    Instant end = end(event.token(), job);
    return end == null
        ? Duration.ZERO
        : Duration.between(end, event.at()).multipliedBy(6).dividedBy(5);
  }

  /**
   * A handler that was abandoned at its timeout has not ended, or ended some time after its run
   * with an outcome that no longer counts: any time after its start.
   */
  private static @Nullable Instant end(long token, JobRecord job) {
    Instant end = job.endedAt.get(token);
    Event.Started start = job.lastStart;
    Event.Ending ending = job.endings.get(token);
    boolean abandoned = ending != Event.Ending.FAILED && ending != Event.Ending.FAILED_FOR_GOOD;
    return abandoned && start != null && start.token() == token ? start.at() : end;
  }

  private static boolean isIn(Interval interval, Duration delay, Duration waited) {
    return delay.plus(waited).compareTo(interval.min()) >= 0
        && delay.compareTo(interval.max()) <= 0;
  }

  private List<PolicySet> versions(JobRecord job) {
    return job.wanted.policy() == null
        ? List.of()
        : policies.getOrDefault(job.wanted.policy(), List.of());
  }
}

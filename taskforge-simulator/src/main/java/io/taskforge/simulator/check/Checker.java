package io.taskforge.simulator.check;

import io.taskforge.simulator.check.Event.NodeChange;
import io.taskforge.simulator.check.Event.Wanted;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads the history of a run, event by event, and finds every violation of an {@link Invariant}.
 * The same for simulations and for real runs. Not thread-safe.
 *
 * <p>Liveness (I1, I13, and that no occurrence of a schedule is missing) is judged at the last
 * snapshot of a run, after {@link Event.FaultsStopped}.
 */
public final class Checker {
  private final Findings findings = new Findings();
  private final Map<String, JobRecord> jobs = new LinkedHashMap<>();
  private final Map<Long, Set<String>> byToken = new HashMap<>();
  private final LeaseRules leases;
  private final CounterRules counters;
  private final DestinationRules destinations;
  private final EnqueueRules enqueues = new EnqueueRules(findings);
  private final SnapshotRules snapshots = new SnapshotRules(findings, enqueues, jobs);

  /**
   * Creates a checker that has seen nothing.
   *
   * @param maxLostLeases after how many lost leases a job is given up
   * @param slack by how much the times of different processes may differ; zero in a simulation
   */
  public Checker(int maxLostLeases, Duration slack) {
    this.leases = new LeaseRules(findings, slack);
    this.counters = new CounterRules(findings, maxLostLeases);
    this.destinations = new DestinationRules(findings, slack);
  }

  /** Returns the violations in a whole run. */
  public static List<Violation> check(Iterable<Event> events, int maxLostLeases, Duration slack) {
    Checker checker = new Checker(maxLostLeases, slack);
    events.forEach(checker::accept);
    return checker.violations();
  }

  /** The violations so far. */
  public List<Violation> violations() {
    return findings.all();
  }

  /** Takes the next event. */
  public void accept(Event event) {
    if (event instanceof Event.EnqueueCalled called) {
      enqueue(called);
    } else if (event instanceof Event.EnqueueAnswered answered) {
      enqueues.answered(answered, jobs);
    } else if (event instanceof Event.EnqueueUnknown unknown) {
      enqueues.unknown(unknown);
    } else if (event instanceof Event.Claimed claimed) {
      with(
          claimed.job(),
          event,
          job -> {
            leases.claimed(claimed, job);
            destinations.claimed(claimed, job);
          });
      byToken.computeIfAbsent(claimed.token(), token -> new HashSet<>()).add(claimed.job());
    } else if (event instanceof Event.ClaimUnknown unknown) {
      leases.claimUnknown(unknown);
    } else if (event instanceof Event.Rescued rescued) {
      with(
          rescued.job(),
          event,
          job -> {
            leases.rescued(rescued, job);
            counters.rescued(rescued, job, jobs.values());
          });
      byToken.computeIfAbsent(rescued.token(), token -> new HashSet<>()).add(rescued.job());
    } else if (event instanceof Event.Extended extended) {
      extend(extended);
    } else if (event instanceof Event.Started started) {
      with(started.job(), event, job -> leases.started(started, job));
    } else if (event instanceof Event.Ended ended) {
      with(ended.job(), event, job -> {});
    } else if (event instanceof Event.Committed committed) {
      with(
          committed.job(),
          event,
          job -> {
            leases.committed(committed, job);
            counters.committed(committed, job);
          });
    } else if (event instanceof Event.CommitUnknown unknown) {
      with(unknown.job(), event, job -> {});
    } else if (event instanceof Event.ChangeUnknown unknown) {
      with(unknown.job(), event, job -> {});
    } else if (event instanceof Event.Changed changed) {
      with(changed.job(), event, job -> leases.changed(changed, job));
    } else if (event instanceof Event.DestinationSeen seen) {
      destinations.seen(seen);
    } else if (event instanceof Event.PolicySet policy) {
      counters.policy(policy);
    } else if (event instanceof Event.Snapshot snapshot) {
      snapshots.snapshot(snapshot);
    } else if (event instanceof Event.Looked looked) {
      snapshots.looked(looked);
    } else if (event instanceof Event.TenantRead read) {
      snapshots.tenantRead(read);
    } else if (event instanceof Event.Occurrences due) {
      snapshots.occurrences(due);
    } else if (event instanceof Event.NodeChanged changed
        && changed.change() == NodeChange.EXITED) {
      findings.unsafe(Invariant.I14, null, event, changed.node() + ": " + changed.why());
    }
  }

  private void enqueue(Event.EnqueueCalled called) {
    enqueues.called(called);
    for (Wanted wanted : called.jobs()) {
      jobs.computeIfAbsent(wanted.job(), id -> new JobRecord(wanted)).events.add(called);
    }
  }

  private void with(String id, Event event, Consumer<JobRecord> rules) {
    JobRecord job = jobs.get(id);
    if (job == null) {
      findings.unsafe(Invariant.I2, null, event, "job " + id + " was never enqueued");
      return;
    }
    job.events.add(event);
    rules.accept(job);
    job.apply(event);
  }

  private void extend(Event.Extended event) {
    for (long token : event.tokens()) {
      if (event.lost().contains(token)) {
        continue;
      }
      for (String id : byToken.getOrDefault(token, Set.of())) {
        JobRecord job = jobs.get(id);
        if (job == null || job.settled.contains(token)) {
          continue;
        }
        if (job.isHeld(token)) {
          job.extended(event.expires());
        } else if (job.highestToken > token && !job.perhapsSettled.contains(token)) {
          leases.extendedStale(event, token, job);
        }
      }
    }
  }
}

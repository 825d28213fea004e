package io.taskforge.simulator.check;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.simulator.check.Event.Wanted;
import io.taskforge.store.CommitResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the events so far say about one job. Only the Checker changes it, after all rules. */
final class JobRecord {
  final Wanted wanted;
  final List<Event> events = new ArrayList<>();
  JobState state = JobState.QUEUED;
  Counters counters = Counters.ZERO;
  Instant runAt;
  // No recorded lease since.
  Instant freeSince = Instant.MIN;
  boolean acknowledged;
  boolean seen;
  int entries;
  int starts;
  long highestToken;
  @Nullable Holding lease;
  // A commit without an answer may have closed the lease and changed everything above.
  boolean uncertain;
  // The same for counters and history, until a claim shows them again.
  boolean uncounted;
  boolean cancelRequested;
  @Nullable Loss lost;
  boolean inCompany;
  final Set<Long> settled = new HashSet<>();
  // Tokens under which a commit had no answer. The lease may still hold other jobs.
  final Set<Long> perhapsSettled = new HashSet<>();
  final Map<Long, Ending> endings = new HashMap<>();
  final Map<Long, Instant> endedAt = new HashMap<>();
  Event.@Nullable Started lastStart;
  List<String> history = List.of();

  JobRecord(Wanted wanted) {
    this.wanted = wanted;
    this.runAt = wanted.notBefore();
  }

  /** A lease that is not settled. */
  record Holding(String node, long token, Instant expires) {}

  /** The worker that lost it last, and when that was noticed. */
  record Loss(String node, Instant at) {}

  boolean isHeld(long token) {
    return lease != null && lease.token == token;
  }

  void apply(Event event) {
    if (event instanceof Event.Claimed claimed) {
      state = JobState.RUNNING;
      lease = new Holding(claimed.node(), claimed.token(), claimed.expires());
      highestToken = Math.max(highestToken, claimed.token());
      counters = claimed.counters();
      entries = claimed.entry() - 1;
      uncertain = false;
      uncounted = false;
    } else if (event instanceof Event.Rescued rescued) {
      lease = new Holding(rescued.node(), rescued.token(), rescued.expires());
      highestToken = Math.max(highestToken, rescued.token());
      uncertain = false;
    } else if (event instanceof Event.Started started) {
      starts++;
      lastStart = started;
    } else if (event instanceof Event.Ended ended) {
      endings.put(ended.token(), ended.how());
      endedAt.put(ended.token(), ended.at());
    } else if (event instanceof Event.Committed committed) {
      commit(committed);
    } else if (event instanceof Event.CommitUnknown unknown) {
      perhapsSettled.add(unknown.token());
      uncertain = true;
      uncounted = true;
    } else if (event instanceof Event.ChangeUnknown) {
      uncertain = true;
      uncounted = true;
    } else if (event instanceof Event.Changed changed) {
      change(changed);
    }
  }

  void extended(Instant expires) {
    if (lease != null) {
      lease = new Holding(lease.node, lease.token, expires);
    }
  }

  private void commit(Event.Committed committed) {
    if (committed.result() == CommitResult.LEASE_LOST) {
      return;
    }
    settled.add(committed.token());
    freeSince = committed.at();
    lease = null;
    entries++;
    counters = committed.counters();
    if (committed.result() == CommitResult.CANCELLED) {
      state = JobState.CANCELLED;
    } else {
      state = committed.state();
      if (committed.delay() != null) {
        runAt = committed.at().plus(committed.delay());
      }
    }
    cancelRequested &= !state.isFinal();
  }

  private void change(Event.Changed changed) {
    if (changed.status() == ChangeResult.Status.REQUESTED) {
      cancelRequested = true;
    }
    if (changed.status() != ChangeResult.Status.CHANGED || changed.state() == null) {
      return;
    }
    boolean wasFinal = state.isFinal();
    state = changed.state();
    if (changed.runAt() != null) {
      runAt = changed.runAt();
    }
    if (state.isFinal()) {
      entries++;
      cancelRequested = false;
    } else if (wasFinal) {
      counters = Counters.ZERO;
      cancelRequested = false;
    }
  }
}

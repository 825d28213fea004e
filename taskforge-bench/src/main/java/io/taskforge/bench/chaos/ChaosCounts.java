package io.taskforge.bench.chaos;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.store.CommitResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What happened how often in a run.
 *
 * @param history all events, in order
 */
record ChaosCounts(List<Event> history) {
  Map<String, Map<String, Long>> all() {
    Map<String, Map<String, Long>> all = new LinkedHashMap<>();
    all.put("faults", faults());
    all.put("jobs", jobs());
    all.put("runs", runs());
    return all;
  }

  private Map<String, Long> faults() {
    Map<String, Long> counts = new TreeMap<>();
    for (Event event : history) {
      if (event instanceof Event.Fault fault && !fault.what().endsWith(Faults.ENDED)) {
        counts.merge(fault.what().replaceAll(" \\d+:", ":"), 1L, Long::sum);
      } else if (event instanceof Event.NodeChanged node && !node.why().isEmpty()) {
        counts.merge("worker: " + node.why(), 1L, Long::sum);
      }
    }
    return counts;
  }

  private Map<String, Long> jobs() {
    Map<String, Long> counts = new TreeMap<>();
    Set<String> acknowledged = new HashSet<>();
    for (Event event : history) {
      if (event instanceof Event.EnqueueAnswered answered) {
        counts.merge("acknowledged", (long) answered.jobs().size(), Long::sum);
        acknowledged.addAll(answered.jobs());
      } else if (event instanceof Event.EnqueueUnknown) {
        counts.merge("enqueue calls without an answer", 1L, Long::sum);
      } else if (event instanceof Event.Snapshot snapshot) {
        for (Event.Seen seen : snapshot.jobs()) {
          counts.merge("ended as " + seen.state(), 1L, Long::sum);
        }
      }
    }
    // A job whose key exists is not stored again: these are no further jobs.
    counts.put(
        "acknowledged as an existing job",
        counts.getOrDefault("acknowledged", 0L) - acknowledged.size());
    counts.put("that kill their workers", (long) killers().size());
    counts.put("given up as poison", (long) poison().size());
    return counts;
  }

  private Set<String> killers() {
    Set<String> killers = new HashSet<>();
    for (Event event : history) {
      if (event instanceof Event.EnqueueCalled called) {
        called.jobs().stream()
            .filter(job -> job.payload().endsWith(ChaosWorker.KILLER + '"'))
            .forEach(job -> killers.add(job.job()));
      }
    }
    return killers;
  }

  private Set<String> poison() {
    Set<String> poison = new HashSet<>();
    for (Event event : history) {
      if (event instanceof Event.Committed committed && committed.poison()) {
        poison.add(committed.job());
      }
    }
    return poison;
  }

  /** How many jobs were given up as poison although they do not kill their workers. */
  long innocents() {
    Set<String> innocents = poison();
    innocents.removeAll(killers());
    return innocents.size();
  }

  private Map<String, Long> runs() {
    Map<String, Long> counts = new TreeMap<>();
    Map<String, Integer> effects = new HashMap<>();
    for (Event event : history) {
      String what = event.getClass().getSimpleName();
      if (event instanceof Event.Committed committed) {
        what += committed.result() == CommitResult.LEASE_LOST ? ", rejected as stale" : "";
        if (committed.status() == AttemptStatus.INTERRUPTED) {
          what += ", interrupted";
        }
      } else if (event instanceof Event.Ended ended && ended.how() == Ending.DONE) {
        effects.merge(ended.job(), 1, Integer::sum);
      }
      if (event instanceof Event.Committed
          || event instanceof Event.CommitUnknown
          || event instanceof Event.ClaimUnknown
          || event instanceof Event.Claimed
          || event instanceof Event.Rescued
          || event instanceof Event.Started) {
        counts.merge(what, 1L, Long::sum);
      }
    }
    counts.put("effects", effects.values().stream().mapToLong(each -> each).sum());
    counts.put(
        "jobs with more than one effect",
        effects.values().stream().filter(count -> count > 1).count());
    return counts;
  }

  /** How many jobs are SUCCEEDED although no handler says that it has done them. */
  long effectless() {
    Set<String> done = new HashSet<>();
    long count = 0;
    for (Event event : history) {
      if (event instanceof Event.Ended ended && ended.how() == Ending.DONE) {
        done.add(ended.job());
      } else if (event instanceof Event.Snapshot snapshot) {
        count +=
            snapshot.jobs().stream()
                .filter(seen -> seen.state() == JobState.SUCCEEDED && !done.contains(seen.job()))
                .count();
      }
    }
    return count;
  }
}

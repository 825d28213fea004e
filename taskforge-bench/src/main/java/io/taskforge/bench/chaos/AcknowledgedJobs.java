package io.taskforge.bench.chaos;

import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The progress of each job that the store has acknowledged, as a number that only grows: it waits
 * for its n-th run at 2n - 2, runs at 2n - 1, and the run is recorded at 2n.
 */
final class AcknowledgedJobs {
  private final Map<String, Integer> progress = new HashMap<>();
  private final Map<String, Integer> entries = new HashMap<>(); // of the runs that are under way

  /** Reads what the program wrote to its event file in one call: a line. */
  void accept(byte[] line) {
    Event event = EventLines.read(new String(line, StandardCharsets.UTF_8));
    if (event instanceof Event.EnqueueAnswered answered) {
      answered.jobs().forEach(job -> reached(job, 0));
    } else if (event instanceof Event.Claimed claimed) {
      entries.put(run(claimed.job(), claimed.token()), claimed.entry());
      reached(claimed.job(), 2 * claimed.entry() - 1);
    } else if (event instanceof Event.Committed committed
        && committed.result() != CommitResult.LEASE_LOST) {
      Integer entry = entries.remove(run(committed.job(), committed.token()));
      if (entry != null) {
        reached(committed.job(), 2 * entry);
      }
    }
  }

  private static String run(String job, long token) {
    return job + " " + token;
  }

  private void reached(String job, int step) {
    progress.merge(job, step, Math::max);
  }

  int size() {
    return progress.size();
  }

  /** Returns a line for each job that a store has lost, or has in an earlier state. */
  List<String> lostIn(JobStore store) {
    Map<String, Integer> found = new HashMap<>();
    JobFilter all = JobFilter.all(JobFilter.MAX_LIMIT);
    JobPage page = store.queries().list(all);
    add(page, found);
    while (page.next() != null) {
      page = store.queries().list(all.before(page.next()));
      add(page, found);
    }
    List<String> lost = new ArrayList<>();
    progress.forEach(
        (job, acknowledged) -> {
          Integer is = found.get(job);
          if (is == null) {
            lost.add("job %s was acknowledged and is gone".formatted(job));
          } else if (is < acknowledged) {
            lost.add(
                "job %s is at step %d, but %d was acknowledged".formatted(job, is, acknowledged));
          }
        });
    return lost;
  }

  private static void add(JobPage page, Map<String, Integer> found) {
    for (Job job : page.items()) {
      int entry = job.number().entry();
      found.put(job.id().toString(), job.state() == JobState.RUNNING ? 2 * entry - 1 : 2 * entry);
    }
  }
}

package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import io.taskforge.job.WorkerId;
import java.util.List;
import java.util.Map;

/**
 * Jobs that a worker is moving right now. It is stored before the first is moved, so that whoever
 * goes on after a crash can tell which of them were moved, and counts each once.
 *
 * @param jobs what is moved, each with its latest history entry: a dead job with a later one has
 *     died again, and is not taken again
 * @param skipped how many jobs were passed over when this batch was chosen, by reason
 * @param cursor what was looked at down to, this one included
 * @param worker who moves them
 * @param tries how often workers have begun to
 */
public record RedriveBatch(
    List<Planned> jobs, Map<String, Integer> skipped, JobId cursor, WorkerId worker, int tries) {
  /** A dead job, and the number of its latest history entry. */
  public record Planned(JobId id, int entry) {}

  public RedriveBatch {
    jobs = List.copyOf(jobs);
    skipped = Map.copyOf(skipped);
  }

  /** Returns this batch as another worker, or the same once more, takes it up. */
  public RedriveBatch takenBy(WorkerId another) {
    return new RedriveBatch(jobs, skipped, cursor, another, tries + 1);
  }

  /** The jobs. */
  public List<JobId> ids() {
    return jobs.stream().map(Planned::id).toList();
  }
}

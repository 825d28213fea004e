package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import io.taskforge.job.WorkerId;
import java.util.List;
import java.util.Map;

/**
 * The jobs that a worker is moving. The batch is stored before the first job is moved, so that
 * after a crash another worker can tell which were moved, and counts each once.
 *
 * @param jobs each with its latest history entry: a dead job with a later entry has died again and
 *     is not taken again
 * @param skipped how many jobs were skipped when this batch was selected, by reason
 * @param cursor the last job that was considered
 * @param worker the worker that moves them
 * @param tries how often workers have started to move them
 */
public record RedriveBatch(
    List<Planned> jobs, Map<String, Integer> skipped, JobId cursor, WorkerId worker, int tries) {
  /** A dead job, and the number of its latest history entry. */
  public record Planned(JobId id, int entry) {}

  public RedriveBatch {
    jobs = List.copyOf(jobs);
    skipped = Map.copyOf(skipped);
  }

  /** Returns this batch as taken by a worker for another try. */
  public RedriveBatch takenBy(WorkerId another) {
    return new RedriveBatch(jobs, skipped, cursor, another, tries + 1);
  }

  /** The ids of the jobs of this batch. */
  public List<JobId> ids() {
    return jobs.stream().map(Planned::id).toList();
  }
}

package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a batch.
 *
 * @param moved the jobs that went back to a queue
 * @param skipped how many were skipped, by reason
 * @param failed how many could not be moved, by reason
 */
public record RedriveOutcome(
    List<JobId> moved, Map<String, Integer> skipped, Map<String, Integer> failed) {
  public RedriveOutcome {
    moved = List.copyOf(moved);
    skipped = Map.copyOf(skipped);
    failed = Map.copyOf(failed);
  }
}

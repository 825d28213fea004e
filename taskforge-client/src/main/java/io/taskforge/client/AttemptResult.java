package io.taskforge.client;

import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.Verdict;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How an attempt ended, and what is reported to the server, which decides what happens to the job.
 *
 * @param state the job's state, if the server has no choice; else null
 */
record AttemptResult(
    ObjectNode json,
    AttemptStatus status,
    @Nullable JobState state,
    @Nullable Failure failure,
    String explanation)
    implements AttemptEnd {
  @Override
  public Verdict.@Nullable Next next() {
    return null;
  }

  /** Never shows the result, which may hold secrets. */
  @Override
  public String toString() {
    return status + (failure == null ? "" : ", " + failure.type()) + ", " + explanation;
  }
}

package io.taskforge.job;

import io.taskforge.failure.Failure;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, as far as its worker knows. For a worker in another process, the server
 * decides what happens to the job next, when it gets the result.
 */
public interface AttemptEnd {
  /** How the attempt ended. */
  AttemptStatus status();

  /** What went wrong, or null. */
  @Nullable Failure failure();

  /** Why, in one line; may be empty. */
  String explanation();

  /** The job's state after the attempt; null if the worker does not know it. */
  @Nullable JobState state();

  /** What happens to the job next; null if the worker does not know it. */
  Verdict.@Nullable Next next();
}

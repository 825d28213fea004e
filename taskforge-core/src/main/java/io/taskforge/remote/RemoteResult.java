package io.taskforge.remote;

import io.taskforge.job.Payload;
import org.jspecify.annotations.Nullable;

/** A remote worker's report on how an attempt ended. */
public sealed interface RemoteResult {
  /** The token of the claimed job. */
  LeaseToken token();

  /**
   * The job succeeded.
   *
   * @param result stored with the job, or null
   */
  record Completed(LeaseToken token, @Nullable Payload result) implements RemoteResult {}

  /** The attempt failed; the retry policy decides what happens next. */
  record Failed(LeaseToken token, RemoteFailure failure) implements RemoteResult {}
}

package io.taskforge.remote;

import io.taskforge.job.Payload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A remote worker's report on how an attempt ended.
 *
 * @param token the token of the claimed job
 * @param outcome how it ended
 * @param log lines that the handler wrote, kept with the attempt
 * @param progress the last progress that the handler reported, from 0 to 1, or null
 */
public record RemoteResult(
    LeaseToken token, RemoteOutcome outcome, List<String> log, @Nullable Double progress) {
  /** Keeps a copy of the log. */
  public RemoteResult {
    log = List.copyOf(log);
  }

  /** Returns a report without log and progress. */
  public static RemoteResult of(LeaseToken token, RemoteOutcome outcome) {
    return new RemoteResult(token, outcome, List.of(), null);
  }

  /** Returns the report of a success; {@code result} is stored with the job. */
  public static RemoteResult completed(LeaseToken token, @Nullable Payload result) {
    return of(token, new RemoteOutcome.Completed(result));
  }

  /** Returns the report of a failure. */
  public static RemoteResult failed(LeaseToken token, RemoteFailure failure) {
    return of(token, new RemoteOutcome.Failed(failure));
  }
}

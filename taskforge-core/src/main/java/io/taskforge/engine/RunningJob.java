package io.taskforge.engine;

import io.taskforge.job.Run;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A claimed job in the engine, with the run of its handler. Thread-safe. */
final class RunningJob extends HandlerRun {
  final ClaimedJob job;
  private final Destinations.@Nullable Call claimed;
  private volatile boolean completedInTransaction;
  private volatile Destinations.@Nullable Call call;

  /**
   * @param claimed what is known of its destination now; null if it has none
   */
  RunningJob(ClaimedJob job, Destinations.@Nullable Call claimed, LongSupplier ticker) {
    super(ticker);
    this.job = job;
    this.claimed = claimed;
  }

  /** What was known of its destination when it was claimed; null if it has none. */
  Destinations.@Nullable Call claimed() {
    return claimed;
  }

  /** Its call to its destination; null if it has none, or was not started. */
  Destinations.@Nullable Call call() {
    return call;
  }

  void call(Destinations.@Nullable Call sent) {
    call = sent;
  }

  /** An estimate of the store's time: the time of the claim plus what has passed since. */
  Instant storeNow() {
    return job.claimedAt().plus(sinceClaim());
  }

  /** The run until now. */
  synchronized Run run() {
    Duration untilStart = untilStart();
    return new Run(
        untilStart == null ? null : job.claimedAt().plus(untilStart),
        sinceStart(),
        lines(),
        progress());
  }

  void completedInTransaction() {
    completedInTransaction = true;
  }

  boolean isCompletedInTransaction() {
    return completedInTransaction;
  }
}

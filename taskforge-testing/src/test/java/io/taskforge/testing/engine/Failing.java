package io.taskforge.testing.engine;

import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.Outcome;
import io.taskforge.testing.ManualClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A handler that always fails and records when it was called. */
final class Failing implements JobHandler<Object> {
  private final List<Instant> calls = new ArrayList<>();
  private ManualClock clock = ManualClock.startingAt(Instant.EPOCH);
  private Exception failure = new SocketTimeoutException("no answer");

  Failing with(Exception thrown) {
    failure = thrown;
    return this;
  }

  void clock(ManualClock time) {
    clock = time;
  }

  @Override
  public Outcome handle(Object payload, JobContext context) throws Exception {
    calls.add(clock.instant());
    throw failure;
  }

  int calls() {
    return calls.size();
  }

  /** The times of its calls, in seconds after the first call. */
  List<Double> seconds() {
    return calls.stream()
        .map(call -> Duration.between(calls.get(0), call).toNanos() / 1e9)
        .toList();
  }
}

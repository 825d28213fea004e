package io.taskforge.engine;

import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.job.TraceContext;
import io.taskforge.trace.JobTracing;
import io.taskforge.trace.TracedAttempt;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the result of an enqueue or attempt if the tracing library throws, for instance when its
 * span ends. What it did not begin runs without a span.
 */
public record FaultTolerantTracing(JobTracing tracing) implements JobTracing {
  private static final Logger LOG = LoggerFactory.getLogger(FaultTolerantTracing.class);

  @Override
  public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
    Call<List<Enqueued>> call = new Call<>();
    return call.traced(
        () -> tracing.send(jobs, traced -> call.once(() -> store.apply(traced))),
        () -> store.apply(jobs));
  }

  @Override
  public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
    Call<E> call = new Call<>();
    return call.traced(
        () -> tracing.process(job, trace -> call.once(() -> attempt.run(trace))),
        () -> attempt.run(job.trace()));
  }

  @Override
  public Optional<TraceContext> current() {
    try {
      return tracing.current();
    } catch (Throwable e) { // whatever the tracing library throws, the job is not affected
      LOG.error("tracing failed, a job may be missing in its trace", e);
      return Optional.empty();
    }
  }

  /** A call that is made once, and its result. Used by one thread. */
  private static final class Call<R> {
    private boolean begun;
    private @Nullable R result;
    private @Nullable Throwable thrown;

    R once(Supplier<R> action) {
      if (begun) {
        throw new IllegalStateException("tracing may call this only once");
      }
      begun = true;
      try {
        R returned = action.get();
        result = returned;
        return returned;
      } catch (RuntimeException | Error e) {
        thrown = e;
        throw e;
      }
    }

    R traced(Runnable tracing, Supplier<R> untraced) {
      try {
        tracing.run();
      } catch (Throwable e) { // whatever the tracing library throws, the job is not affected
        if (e != thrown) {
          LOG.error("tracing failed, its span may be missing", e);
        }
      }
      if (!begun) {
        return untraced.get();
      }
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown instanceof RuntimeException exception) {
        throw exception;
      }
      return Objects.requireNonNull(result);
    }
  }
}

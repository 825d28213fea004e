package io.taskforge;

import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.job.TraceContext;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.trace.JobTracing;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the result of an enqueue or attempt if the tracing library throws, for instance when its
 * span ends. What it did not begin runs without a span.
 */
record FaultTolerantTracing(JobTracing tracing) implements JobTracing {
  private static final Logger LOG = LoggerFactory.getLogger(FaultTolerantTracing.class);

  @Override
  public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
    Call<List<NewJob>, List<Enqueued>> call = new Call<>(store);
    return call.traced(traced -> tracing.send(jobs, traced), jobs);
  }

  @Override
  public Verdict process(ClaimedJob job, Processing attempt) {
    Call<@Nullable TraceContext, Verdict> call = new Call<>(attempt::run);
    return call.traced(traced -> tracing.process(job, traced::apply), job.trace());
  }

  /** A call that is made once, and its result. Used by one thread. */
  private static final class Call<A extends @Nullable Object, R> implements Function<A, R> {
    private final Function<A, R> action;
    private boolean begun;
    private @Nullable R result;
    private @Nullable Throwable thrown;

    Call(Function<A, R> action) {
      this.action = action;
    }

    @Override
    public R apply(A argument) {
      if (begun) {
        throw new IllegalStateException("tracing may call this only once");
      }
      begun = true;
      try {
        R returned = action.apply(argument);
        result = returned;
        return returned;
      } catch (RuntimeException | Error e) {
        thrown = e;
        throw e;
      }
    }

    R traced(Consumer<Function<A, R>> tracing, A untraced) {
      try {
        tracing.accept(this);
      } catch (Throwable e) { // whatever the tracing library throws, the job is not affected
        if (e != thrown) {
          LOG.error("tracing failed, its span may be missing", e);
        }
      }
      if (!begun) {
        return apply(untraced);
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

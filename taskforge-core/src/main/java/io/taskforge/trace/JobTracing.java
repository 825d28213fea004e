package io.taskforge.trace;

import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.job.TraceContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates spans for enqueues and attempts, with the tracing library of the host program. The core
 * depends on none; {@code taskforge-opentelemetry} has an implementation. Thread-safe.
 */
public interface JobTracing {
  /** Creates no spans. A job still has the trace that its request names, if it names one. */
  JobTracing NONE =
      new JobTracing() {
        @Override
        public List<Enqueued> send(
            List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
          return store.apply(jobs);
        }

        @Override
        public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
          return attempt.run(job.trace());
        }
      };

  /**
   * Stores jobs within a producer span.
   *
   * @param jobs the jobs of one enqueue, at least one
   * @param store stores jobs; to be called once, with the trace context of the span in each job
   */
  List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store);

  /**
   * Runs an attempt on the current thread within a consumer span, which is current meanwhile.
   *
   * @param attempt to be called once
   */
  <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt);

  /**
   * Returns the trace context of the current span, for enqueues over HTTP; empty if there is none.
   */
  default Optional<TraceContext> current() {
    return Optional.empty();
  }

  /** An attempt: calls the handler, and returns how it ended. Does not throw. */
  @FunctionalInterface
  interface Processing<E extends AttemptEnd> {
    /**
     * Runs it.
     *
     * @param trace the context for calls that the handler makes, or null
     */
    E run(@Nullable TraceContext trace);
  }
}

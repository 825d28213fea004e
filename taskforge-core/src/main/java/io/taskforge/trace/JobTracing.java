package io.taskforge.trace;

import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.job.TraceContext;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import java.util.List;
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
        public Verdict process(ClaimedJob job, Processing attempt) {
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
  Verdict process(ClaimedJob job, Processing attempt);

  /** An attempt: calls the handler, and decides what happens to the job next. Does not throw. */
  @FunctionalInterface
  interface Processing {
    /**
     * Runs it.
     *
     * @param trace the context for calls that the handler makes, or null
     */
    Verdict run(@Nullable TraceContext trace);
  }
}

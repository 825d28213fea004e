package io.taskforge.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outcome;
import io.taskforge.job.StoreException;
import io.taskforge.trace.JobTracing;
import io.taskforge.trace.TracedAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tracing library that throws does not affect jobs. */
class BrokenTracingTest {
  private final Workers workers = new Workers();
  private final List<JobId> runs = new ArrayList<>();

  @AfterEach
  void close() {
    workers.close();
  }

  /** Throws before or after the traced call. */
  private record Broken(boolean before) implements JobTracing {
    @Override
    public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
      return fail(before ? null : store.apply(jobs));
    }

    @Override
    public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
      return fail(before ? null : attempt.run(job.trace()));
    }

    private static <T> T fail(T done) {
      throw new IllegalStateException("the span processor is broken after " + done);
    }
  }

  private TaskForge worker(boolean before) {
    return workers.worker(
        "one",
        f ->
            f.tracing(new Broken(before))
                .handler(
                    JobType.of("work", Object.class),
                    (payload, context) -> {
                      runs.add(context.jobId());
                      return Outcome.DONE;
                    }));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_job_is_stored_and_run_once(boolean before) {
    TaskForge worker = worker(before);

    JobId id = workers.enqueue(JobRequest.of("work"));
    Workers.round(worker);

    assertThat(runs).containsExactly(id);
    assertThat(workers.job(id).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_failure_of_an_enqueue_reaches_its_caller(boolean before) {
    TaskForge worker = worker(before);
    workers.store.goAway();

    assertThatThrownBy(() -> worker.enqueue(JobRequest.of("work")))
        .isInstanceOf(StoreException.class);
    workers.store.heal();
  }
}

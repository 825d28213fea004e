package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a handler throws fails only its attempt. */
class ThrowablesTest {
  static final class Stop extends Error {
    private static final long serialVersionUID = 1L;
  }

  static final class NoMessage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message for you");
    }
  }

  static final class NoStack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public StackTraceElement[] getStackTrace() {
      throw this;
    }
  }

  static final class OwnCause extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable getCause() {
      return this;
    }
  }

  /** Recurses until the stack overflows. */
  private static long deeper(long depth) {
    return depth == Long.MAX_VALUE ? depth : 1 + deeper(depth + 1);
  }

  private static JobHandler<Object> throwing(Throwable thrown) {
    return (payload, context) -> {
      throw ThrowablesTest.<RuntimeException>sneaky(thrown);
    };
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }

  record Case(String name, JobHandler<Object> handler) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> throwables() {
    return Stream.of(
        new Case("StackOverflowError", (payload, context) -> Outcome.done(deeper(0))),
        new Case("out_of_memory", throwing(new OutOfMemoryError("made by hand"))),
        new Case("NoClassDefFoundError", throwing(new NoClassDefFoundError("gone/Away"))),
        new Case("AssertionError", throwing(new AssertionError("impossible"))),
        new Case("Stop", throwing(new Stop())),
        new Case("InterruptedException", throwing(new InterruptedException("by handler"))),
        new Case("NoMessage", throwing(new NoMessage())),
        new Case("NoStack", throwing(new NoStack())),
        new Case("OwnCause", throwing(new OwnCause())),
        new Case("Throwable", throwing(new Throwable("a bare one"))),
        new Case(
            "IllegalStateException", throwing(new IllegalStateException("x".repeat(9_000_000)))));
  }

  @Test
  void a_stack_trace_ends_where_the_handler_was_called() {
    try (Workers workers = new Workers()) {
      JobHandler<Object> fails =
          (payload, context) -> {
            throw new IllegalStateException("here");
          };
      TaskForge worker =
          workers.worker("worker", f -> f.handler(JobType.of("call", Object.class), fails));
      JobId id = workers.enqueue(JobRequest.of("call"));

      Workers.round(worker);

      assertThat(workers.history(id).get(0).stackTrace())
          .contains("ThrowablesTest")
          .contains(" more")
          .doesNotContain("io.taskforge.engine");
    }
  }

  @ParameterizedTest
  @MethodSource("throwables")
  void any_throwable_of_a_handler_only_fails_the_attempt(Case given) {
    try (Workers workers = new Workers()) {
      HandlerThreads pool = HandlerThreads.best("test", 1);
      TaskForge forge =
          workers.worker(
              "worker",
              pool,
              f ->
                  f.concurrency(1)
                      .retryPolicy(RetryPolicy.fixed(ofSeconds(1)))
                      .handler(JobType.of("call", Object.class), given.handler())
                      .handler(
                          JobType.of("next", Object.class), (payload, context) -> Outcome.DONE));
      JobId id = workers.enqueue(JobRequest.of("call").priority(1));
      JobId next = workers.enqueue(JobRequest.of("next"));

      run(forge);
      run(forge);

      assertThat(workers.job(id)).isRetrying().withFailures(1).hasError(given.name());
      assertThat(workers.job(next)).succeeded();
      pool.close();
    }
  }

  private static void run(TaskForge forge) {
    engineOf(forge).fetch();
    Await.until("the handler is done", () -> engineOf(forge).running() == 0);
    engineOf(forge).commit();
  }

  @Test
  void a_listener_that_throws_affects_no_job() {
    List<Throwable> thrown =
        List.of(new IllegalStateException("no"), new Stop(), new Exception("checked"));
    for (Throwable each : thrown) {
      int[] told = {0};
      try (Workers workers = new Workers()) {
        TaskForge forge =
            workers.worker(
                "worker",
                f ->
                    f.handler(JobType.of("call", Object.class), (payload, context) -> Outcome.DONE)
                        .listener(
                            event -> {
                              throw ThrowablesTest.<RuntimeException>sneaky(each);
                            })
                        .listener(event -> told[0]++));
        JobId one = workers.enqueue(JobRequest.of("call"));
        JobId two = workers.enqueue(JobRequest.of("call"));
        Workers.round(forge);

        assertThat(workers.job(one)).succeeded().afterAttempts(1);
        assertThat(workers.job(two)).succeeded().afterAttempts(1);
        assertThat(told[0]).isEqualTo(4);
      }
    }
  }

  @Test
  void a_listener_may_close_its_worker() {
    try (Workers workers = new Workers()) {
      int[] told = {0};
      TaskForge[] self = new TaskForge[1];
      TaskForge forge =
          workers.worker(
              "worker",
              f ->
                  f.handler(JobType.of("call", Object.class), (payload, context) -> Outcome.DONE)
                      .listener(
                          event -> {
                            told[0]++;
                            if (event.state().isFinal()) {
                              self[0].close();
                            }
                          }));
      self[0] = forge;
      workers.enqueue(JobRequest.of("call"));
      workers.enqueue(JobRequest.of("call"));
      Workers.round(forge);

      assertThat(told[0]).isEqualTo(4);
    }
  }
}

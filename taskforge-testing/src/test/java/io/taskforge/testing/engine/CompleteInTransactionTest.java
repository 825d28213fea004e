package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;
import static io.taskforge.testing.JobAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A handler that completes its job in its own transaction: committed, rolled back, and failed. */
class CompleteInTransactionTest {
  private static final Connection TRANSACTION =
      (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  private final JdbcLikeStore store =
      new JdbcLikeStore(new MemoryJobStore(ManualClock.startingAt("2030-01-01T00:00:00Z")));
  private final List<Transition> told = new ArrayList<>();

  private JobId run(JobHandler<Object> handler) {
    TaskForge forge =
        withEnvironment(
                TaskForge.builder(),
                new io.taskforge.engine.EngineEnvironment(
                    () -> 0,
                    new java.util.SplittableRandom(1),
                    new io.taskforge.testing.SequentialIds(
                        ManualClock.startingAt("2030-01-01T00:00:00Z")),
                    (name, size) -> io.taskforge.engine.HandlerThreads.direct()))
            .store(store)
            .handler(JobType.of("call", Object.class), handler)
            .listener(event -> told.add(event.transition()))
            .build();
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    engineOf(forge).fetch();
    engineOf(forge).commit();
    return id;
  }

  @Test
  void a_committed_transaction_completes_the_job() {
    JobId id =
        run(
            (Object payload, JobContext context) -> {
              context.completeIn(TRANSACTION);
              store.commitTransaction();
              return Outcome.DONE;
            });

    assertThat(store.queries().job(id).orElseThrow()).succeeded().afterAttempts(1);
    assertThat(told).containsExactly(Transition.CLAIMED, Transition.COMPLETED);
  }

  @Test
  void a_handler_that_throws_after_its_commit_has_still_completed_the_job() {
    JobId id =
        run(
            (Object payload, JobContext context) -> {
              context.completeIn(TRANSACTION);
              store.commitTransaction();
              throw new IllegalStateException("after the fact");
            });

    assertThat(store.queries().job(id).orElseThrow()).succeeded().withFailures(0);
    assertThat(told).containsExactly(Transition.CLAIMED, Transition.COMPLETED);
  }

  @Test
  void a_transaction_that_was_never_committed_is_a_failure() {
    JobId id =
        run(
            (Object payload, JobContext context) -> {
              context.completeIn(TRANSACTION);
              return Outcome.DONE;
            });

    assertThat(store.queries().job(id).orElseThrow())
        .isRetrying()
        .withFailures(1)
        .hasError("transaction_rolled_back");
  }

  @Test
  void a_failed_commit_is_recorded_with_its_cause() {
    JobId id =
        run(
            (Object payload, JobContext context) -> {
              context.completeIn(TRANSACTION);
              throw new java.sql.SQLTransientConnectionException("connection reset");
            });

    assertThat(store.queries().job(id).orElseThrow())
        .isRetrying()
        .withFailures(1)
        .hasError("connection_error");
  }
}

package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobError;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.testing.TestForge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the job context provides to a handler. */
class ContextTest {
  private static TestForge forge(JobHandler<Object> handler) {
    return TestForge.with(
        f ->
            f.retryPolicy(RetryPolicies.SCHEDULER)
                .handler(JobType.of("call", Object.class), handler));
  }

  private static void runThrice(TestForge forge) {
    forge.runDue();
    forge.advance(ofSeconds(1));
    forge.runDue();
    forge.advance(ofSeconds(2));
    forge.runDue();
  }

  @Test
  void attempt_numbers_and_tokens_increase_and_keys_stay() {
    List<Integer> attempts = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    List<Long> tokens = new ArrayList<>();
    List<Optional<JobError>> failures = new ArrayList<>();
    try (TestForge forge =
        forge(
            (payload, context) -> {
              attempts.add(context.attempt());
              keys.add(context.idempotencyKey());
              tokens.add(context.fencingToken());
              failures.add(context.lastFailure());
              assertThat(context.counters().failures()).isEqualTo(context.attempt() - 1);
              assertThat(context.tenant()).hasToString("acme");
              assertThat(context.type()).hasToString("call");
              assertThat(context.queue()).hasToString("default");
              assertThat(context.isLeaseLost()).isFalse();
              assertThat(context.isCancelled()).isFalse();
              if (context.attempt() < 3) {
                throw new java.net.SocketTimeoutException("no answer " + context.attempt());
              }
              return Outcome.DONE;
            })) {
      JobId id = forge.enqueue(JobRequest.of("call").tenant("acme")).id();
      runThrice(forge);

      assertThat(forge.job(id)).succeeded();
      assertThat(attempts).containsExactly(1, 2, 3);
      assertThat(keys).containsOnly(id.toString());
      assertThat(tokens).isSorted().doesNotHaveDuplicates();
      assertThat(failures)
          .containsExactly(
              Optional.empty(),
              Optional.of(new JobError("timeout", FailureKind.TRANSIENT, "no answer 1")),
              Optional.of(new JobError("timeout", FailureKind.TRANSIENT, "no answer 2")));
    }
  }

  @Test
  void the_callers_idempotency_key_is_passed_to_the_handler() {
    List<String> keys = new ArrayList<>();
    try (TestForge forge =
        forge(
            (payload, context) -> {
              keys.add(context.idempotencyKey());
              return context.attempt() < 3 ? Outcome.snooze(ofSeconds(1)) : Outcome.DONE;
            })) {
      forge.enqueue(JobRequest.of("call").idempotencyKey("order-7"));
      runThrice(forge);
      assertThat(keys).containsExactly("order-7", "order-7", "order-7");
    }
  }

  @Test
  void log_lines_and_progress_are_stored_with_the_attempt_within_limits() {
    try (TestForge forge =
        forge(
            (payload, context) -> {
              context.log("x".repeat(100_000));
              for (int i = 1; i < 150; i++) {
                context.log("line " + i);
              }
              context.progress(0.25);
              context.progress(0.75);
              return Outcome.DONE;
            })) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();

      Attempt attempt = forge.history(id).get(0);
      assertThat(attempt.progress()).isEqualTo(0.75);
      assertThat(attempt.log()).hasSize(101);
      assertThat(attempt.log().get(0)).hasSizeLessThanOrEqualTo(1024);
      assertThat(attempt.log().get(99)).isEqualTo("line 99");
      assertThat(attempt.log().get(100)).isEqualTo("… 50 more lines were not kept");
    }
  }

  @Test
  void progress_outside_0_to_1_is_rejected() {
    try (TestForge forge =
        forge(
            (payload, context) -> {
              for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
                assertThatThrownBy(() -> context.progress(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("from 0 to 1 but was " + wrong);
              }
              return Outcome.DONE;
            })) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();
      assertThat(forge.job(id)).succeeded();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // no database, no connection
  void completing_in_a_transaction_requires_a_database_store() {
    JobHandler<Object> handler =
        (Object payload, JobContext context) -> {
          assertThatThrownBy(() -> context.completeIn(null))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("store in a database");
          return Outcome.DONE;
        };
    try (TestForge forge = forge(handler)) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();
      assertThat(forge.job(id)).succeeded();
    }
  }
}

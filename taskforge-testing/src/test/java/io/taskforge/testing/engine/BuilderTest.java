package io.taskforge.testing.engine;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.Outcome;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid input is rejected early, with the rule and the value. */
class BuilderTest {
  private static Arguments wrong(String message, Consumer<TaskForgeBuilder> mistake) {
    return Arguments.of(message, mistake);
  }

  static Stream<Arguments> mistakes() {
    Duration zero = Duration.ZERO;
    return Stream.of(
        wrong("concurrency must be from 1 to 100000 but was 0", f -> f.concurrency(0)),
        wrong("concurrency must be from 1 to 100000 but was 100001", f -> f.concurrency(100_001)),
        wrong("tenant concurrency must be from 1 to 100000 but was 0", f -> f.tenantConcurrency(0)),
        wrong("lease must be at least 1s but was PT0.999S", f -> f.lease(Duration.ofMillis(999))),
        wrong("poll interval must be more than 0 but was PT0S", f -> f.pollInterval(zero)),
        wrong("timeout must be more than 0 but was PT0S", f -> f.timeout(zero)),
        wrong(
            "shutdown grace must not be negative but was PT-1S",
            f -> f.shutdownGrace(Duration.ofSeconds(-1))),
        wrong("but was 'no spaces'", f -> f.queue("no spaces")),
        wrong("but was '../etc'", f -> f.name("../etc")),
        wrong("but was ''", f -> f.handler(JobType.of("", Object.class), (p, c) -> Outcome.DONE)),
        wrong("concurrency must be at least 1 but was 0", f -> f.queue("q", q -> q.concurrency(0))),
        wrong("weight must be from 1 to 1000 but was 1001", f -> f.queue("q", q -> q.weight(1001))),
        wrong("but was 'a b'", f -> f.queue("q", q -> q.deadLetterQueue("a b"))),
        wrong(
            "there is a handler for 'call' already",
            f ->
                f.handler(JobType.of("call", Object.class), (p, c) -> Outcome.DONE)
                    .handler(JobType.of("call", String.class), (p, c) -> Outcome.DONE)),
        wrong(
            "timeout must be more than 0 but was PT0S",
            f ->
                f.handler(
                    JobType.of("t", Object.class), (p, c) -> Outcome.DONE, h -> h.timeout(zero))));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void invalid_input_is_rejected_with_a_message(
      String message, Consumer<TaskForgeBuilder> mistake) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> mistake.accept(TaskForge.builder()))
        .withMessageContaining(message);
  }

  @Test
  void a_store_is_required() {
    assertThatThrownBy(() -> TaskForge.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a store is needed");
  }

  @Test
  void an_invalid_request_is_rejected_before_anything_is_stored() {
    try (TestForge forge = TestForge.with(f -> {})) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forge.enqueue(JobRequest.of("call").priority(1001)))
          .withMessage("priority must be from -1000 to 1000 but was 1001");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forge.enqueue(JobRequest.of("call").delay(Duration.ofSeconds(-1))))
          .withMessageContaining("delay must be from 0");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forge.enqueue(JobRequest.of("call", "x".repeat(300 * 1024))))
          .withMessageContaining("at most 256 KiB");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forge.enqueue(JobRequest.of("call").timeout(Duration.ZERO)))
          .withMessageContaining("timeout must be at least 1 ms");
      assertThatIllegalArgumentException().isThrownBy(() -> JobRequest.of("no spaces"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JobRequest.of("call").idempotencyKey("a\u0000b"));
    }
  }
}

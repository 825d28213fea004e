package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.TestForge;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Typed job keys, handlers of both kinds, and waiting for a job's end. */
@Timeout(60)
class JobTypeTest {
  private static final JobType<String> SAY = JobType.of("say", String.class);
  private static final JobType<String> ASK = JobType.of("ask", String.class);
  private static final JobType<String> CALL = JobType.of("call", String.class);
  private static final JobType<Void> REPORT = JobType.of("report");

  private final List<String> said = new ArrayList<>();

  @Test
  void a_handler_may_return_nothing_or_an_outcome() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.handler(SAY, text -> said.add(text)) // an expression that has a value
                    .handler(
                        ASK,
                        text -> {
                          said.add(text);
                        })
                    .handler(CALL, (text, context) -> Outcome.discard(text))
                    .handler(REPORT, nothing -> said.add("report")))) {
      JobId say = forge.enqueue(SAY, "hello").id();
      JobId ask = forge.enqueue(ASK.with("what?").delay(ofHours(1))).id();
      JobId call = forge.enqueue(CALL, "no use").id();
      JobId report = forge.enqueue(REPORT.withoutPayload()).id();

      forge.runDue();
      assertThat(forge.job(ask)).isQueued();
      forge.advance(ofHours(1)).runDue();

      assertThat(forge.job(say)).succeeded();
      assertThat(forge.job(ask)).succeeded();
      assertThat(forge.job(call)).isCancelled();
      assertThat(forge.job(report)).succeeded();
      assertThat(said).containsExactly("hello", "report", "what?");
    }
  }

  @Test
  void a_handler_that_returns_nothing_fails_by_throwing() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.handler(
                    SAY,
                    text -> {
                      throw new IllegalStateException(text);
                    }))) {
      JobId id = forge.enqueue(SAY, "no").id();

      forge.runDue();

      assertThat(forge.job(id)).isRetrying().withFailures(1);
    }
  }

  @Test
  void an_enqueue_with_a_used_key_answers_with_the_existing_job() {
    try (TestForge forge = TestForge.with(f -> f.handler(SAY, text -> said.add(text)))) {
      Enqueued first = forge.enqueue(SAY.with("a").idempotencyKey("k"));
      Enqueued again = forge.enqueue(SAY.with("b").idempotencyKey("k"));

      assertThat(first.created()).isTrue();
      assertThat(again).isEqualTo(new Enqueued(first.id(), null));
    }
  }

  @Test
  void await_returns_a_finished_job() throws Exception {
    try (MemoryJobStore store = new MemoryJobStore(InstantSource.system());
        TaskForge forge = TaskForge.builder().store(store).handler(SAY, text -> {}).build();
        TaskForge elsewhere = TaskForge.builder().store(store).build()) {
      JobId id = forge.enqueue(SAY, "hello").id();
      assertThatThrownBy(() -> forge.await(id, ofMillis(1)))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("job " + id + " is still QUEUED after PT0.001S");

      forge.start();

      assertThat(forge.await(id, ofSeconds(30)).state()).isEqualTo(JobState.SUCCEEDED);
      JobId other = forge.enqueue(SAY, "again").id();
      assertThat(elsewhere.await(other, ofSeconds(30)).state()).isEqualTo(JobState.SUCCEEDED);
    }
  }

  @Test
  void await_rejects_an_unknown_job() {
    try (TestForge forge = TestForge.with(f -> {})) {
      JobId unknown = new JobId(new UUID(0x7000, 0x8000000000000001L));

      assertThatThrownBy(() -> forge.taskForge().await(unknown, ofSeconds(1)))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage("no job " + unknown);
    }
  }
}

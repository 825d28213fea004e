package io.taskforge.examples;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a user tests handlers: no sleeping, no threads, no database. */
class ExampleTest {
  record Mail(String to) {}

  // snippet:test-forge
  @Test
  void a_mail_is_sent_once_the_server_is_back() {
    List<String> sent = new ArrayList<>();
    try (TestForge forge =
        TestForge.with(
            f ->
                f.retryPolicy(RetryPolicy.fixed(ofMinutes(2)))
                    .handler(
                        JobType.of("send-mail", Mail.class),
                        (mail, context) -> {
                          if (context.attempt() < 3) {
                            throw new SocketTimeoutException("no answer");
                          }
                          sent.add(mail.to());
                          return Outcome.DONE;
                        }))) {
      JobId id = forge.enqueue(JobRequest.of("send-mail", new Mail("ann@example.org"))).id();

      forge.runDue();
      assertThat(forge.job(id)).isRetrying().hasError("timeout").isDueIn(ofMinutes(2), forge.now());

      forge.advance(ofMinutes(2)).runDue();
      forge.advance(ofMinutes(2)).runDue();

      assertThat(forge.job(id)).succeeded().afterAttempts(3);
      assertThat(sent).containsExactly("ann@example.org");
    }
  }

  // end

  @Test
  void a_job_is_not_run_before_its_time() {
    try (TestForge forge =
        TestForge.with(
            f -> f.handler(JobType.of("x", String.class), (payload, context) -> Outcome.DONE))) {
      // snippet:test-delay
      JobId id = forge.enqueue(JobRequest.of("x", "payload").delay(ofMinutes(5))).id();

      assertThat(forge.advance(ofMinutes(4)).runDue()).isZero();
      assertThat(forge.job(id)).isQueued();
      assertThat(forge.advance(ofMinutes(1)).runDue()).isEqualTo(1);
      // end
    }
  }
}

package io.taskforge.testing;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class TestForgeTest {
  record Mail(String to) {}

  @Test
  void a_flaky_job_succeeds_once_its_delays_have_passed() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.retryPolicy(RetryPolicy.fixed(ofMinutes(1)))
                    .handler(
                        JobType.of("send-mail", Mail.class),
                        (mail, context) -> {
                          if (context.attempt() < 3) {
                            throw new SocketTimeoutException("no answer from " + mail.to());
                          }
                          return Outcome.done("sent");
                        }))) {
      JobId id = forge.enqueue(JobRequest.of("send-mail", new Mail("ann@example.org"))).id();

      forge.runDue();
      assertThat(forge.job(id)).isRetrying().isDueIn(ofMinutes(1), forge.now()).hasError("timeout");

      forge.advance(ofMinutes(1).minus(ofSeconds(1)));
      org.assertj.core.api.Assertions.assertThat(forge.runDue()).isZero();

      forge.advance(ofSeconds(1));
      forge.runDue();
      forge.advance(ofMinutes(1));
      forge.runDue();

      assertThat(forge.job(id)).succeeded().afterAttempts(3).withFailures(2);
    }
  }
}

package io.taskforge.spring.test;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobClient;
import io.taskforge.JobType;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.spring.JobHandler;
import io.taskforge.spring.Recurring;
import io.taskforge.spring.Retry;
import io.taskforge.spring.test.TaskForgeTestTest.Handlers;
import io.taskforge.testing.TestForge;
import java.net.SocketTimeoutException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The test slice: named beans only, jobs in memory, and time that the test moves. */
@TaskForgeTest(
    classes = Handlers.class,
    properties = {
      "spring.taskforge.retry.policies.mail.strategy=fixed",
      "spring.taskforge.retry.policies.mail.initial-delay=2m",
      "spring.taskforge.retry.policies.mail.jitter=none"
    })
@Tag("jdk")
class TaskForgeTestTest {
  record Mail(String to) {}

  private static final JobType<Mail> SEND = JobType.of("send-mail", Mail.class);

  static class Handlers {
    final List<String> sent = new ArrayList<>();
    private final InstantSource clock;

    Handlers(InstantSource clock) {
      this.clock = clock;
    }

    @JobHandler("send-mail")
    @Retry(policy = "mail")
    void send(Mail mail, JobContext context) throws SocketTimeoutException {
      if (context.attempt() < 3) {
        throw new SocketTimeoutException("no answer");
      }
      sent.add(mail.to());
    }

    @JobHandler("report")
    @Recurring(cron = "0 3 * * *")
    void report() {
      sent.add("report at " + clock.instant());
    }
  }

  @Autowired
  @SuppressWarnings("NullAway.Init")
  private TestForge forge;

  @Autowired
  @SuppressWarnings("NullAway.Init")
  private JobClient injected;

  @Autowired
  @SuppressWarnings("NullAway.Init")
  private Handlers handlers;

  @Test
  void retries_and_schedules_run_when_the_test_moves_the_clock() {
    JobId id = injected.enqueue(SEND, new Mail("ann@example.org")).id();

    forge.runDue();
    assertThat(forge.job(id)).isRetrying().isDueIn(ofMinutes(2), forge.now());
    forge.advance(ofMinutes(2)).runDue();
    forge.advance(ofMinutes(2)).runDue();

    assertThat(forge.job(id)).succeeded().afterAttempts(3);
    assertThat(handlers.sent).containsExactly("ann@example.org");

    forge.advance(ofHours(3)).runDue();
    assertThat(handlers.sent).last().asString().startsWith("report at 2030-01-01T03:0");
  }
}

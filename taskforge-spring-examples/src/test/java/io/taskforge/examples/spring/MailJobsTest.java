package io.taskforge.examples.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;

import io.taskforge.examples.spring.Orders.Mail;
import io.taskforge.job.JobId;
import io.taskforge.spring.test.TaskForgeTest;
import io.taskforge.testing.TestForge;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The test of the guide. */
// snippet:spring-test
@TaskForgeTest(classes = MailJobs.class)
class MailJobsTest {
  @Autowired TestForge forge;

  @Test
  void a_mail_is_sent_once_the_server_answers() {
    JobId id = forge.enqueue(Orders.SEND_MAIL, new Mail("ann@example.org", "Your lamp")).id();

    forge.runDue();
    assertThat(forge.job(id)).isRetrying().hasError("connection_refused");
    forge.advance(ofSeconds(2)).runDue();
    assertThat(forge.job(id)).succeeded().afterAttempts(2);
  }
}
// end

package io.taskforge.examples.spring;

import io.taskforge.examples.spring.Orders.Mail;
import io.taskforge.job.JobContext;
import io.taskforge.spring.JobHandler;
import io.taskforge.spring.Retry;
import java.net.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends mail, by way of a mail server that does not answer at first. */
// snippet:spring-handler
@Component
public class MailJobs {
  private static final Logger LOG = LoggerFactory.getLogger(MailJobs.class);

  @JobHandler("send-mail")
  @Retry(policy = "mail")
  void send(Mail mail, JobContext context) throws ConnectException {
    if (context.attempt() == 1) {
      throw new ConnectException("the mail server does not answer");
    }
    LOG.info("sent '{}' to {} at attempt {}", mail.subject(), mail.to(), context.attempt());
  }
}
// end

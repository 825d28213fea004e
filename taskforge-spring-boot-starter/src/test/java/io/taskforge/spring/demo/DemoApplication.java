package io.taskforge.spring.demo;

// snippet:spring-quick-start
import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.spring.JobHandler;
import io.taskforge.spring.Retry;
import java.net.ConnectException;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class DemoApplication {
  record Mail(String to, String subject) {}

  static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);

  public static void main(String[] args) {
    SpringApplication.run(DemoApplication.class, args);
  }

  @JobHandler("send-mail")
  @Retry(maxRetries = 5)
  void send(Mail mail, JobContext context) throws ConnectException {
    if (context.attempt() == 1) {
      throw new ConnectException("the mail server does not answer");
    }
    System.out.println("sent '" + mail.subject() + "' at attempt " + context.attempt());
  }

  @Bean
  CommandLineRunner enqueue(TaskForge forge) {
    return arguments -> {
      JobId id = forge.enqueue(SEND_MAIL, new Mail("ann@example.org", "Hello")).id();
      System.out.println("the job is " + forge.await(id, ofSeconds(30)).state());
    };
  }
}
// end

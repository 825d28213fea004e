package io.taskforge.examples;

// snippet:quick-start
import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import java.nio.file.Path;

/** Stores a job in a file, runs it in the background, and waits until it is finished. */
public class QuickStart {
  record Mail(String to, String subject) {}

  static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);

  public static void main(String[] args) throws Exception {
    try (var store = SqliteJobStore.open(Path.of(args.length > 0 ? args[0] : "jobs.db"));
        var forge = TaskForge.builder().store(store).handler(SEND_MAIL, QuickStart::send).build()) {
      forge.start();
      Enqueued mail = forge.enqueue(SEND_MAIL, new Mail("ann@example.org", "Hello"));
      Job job = forge.await(mail.id(), ofSeconds(30));
      System.out.println("the job is " + job.state());
    }
  }

  static void send(Mail mail) {
    System.out.println("sending '" + mail.subject() + "' to " + mail.to());
  }
}
// end

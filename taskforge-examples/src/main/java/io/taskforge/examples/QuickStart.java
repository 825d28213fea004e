package io.taskforge.examples;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

// snippet:quick-start

/** Stores a job in a file, runs it in the background, and looks it up. */
public class QuickStart {
  record Mail(String to, String subject) {}

  public static void main(String[] args) throws InterruptedException {
    Path file = Path.of(args.length > 0 ? args[0] : "jobs.db");
    CountDownLatch sent = new CountDownLatch(1);
    try (var store = SqliteJobStore.open(file)) {
      TaskForge forge =
          TaskForge.builder()
              .store(store)
              .handler(
                  JobType.of("send-mail", Mail.class),
                  (mail, context) -> {
                    System.out.println("sending '" + mail.subject() + "' to " + mail.to());
                    sent.countDown();
                    return Outcome.done("sent");
                  })
              .build()
              .start();
      JobId id =
          forge.enqueue(JobRequest.of("send-mail", new Mail("ann@example.org", "Hello"))).id();
      sent.await();
      forge.close(); // waits for running jobs
      System.out.println("the job is " + forge.job(id).orElseThrow().state());
    }
  }
}
// end

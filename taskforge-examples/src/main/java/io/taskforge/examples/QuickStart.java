package io.taskforge.examples;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.SqliteJobStore;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A job that is stored in a file, run in the background, and looked up. Takes the file's name. */
public final class QuickStart {
  private QuickStart() {}

  // snippet:quick-start
  record Mail(String to, String subject) {}

  static void run(Path file) throws InterruptedException {
    CountDownLatch sent = new CountDownLatch(1);
    try (var store = SqliteJobStore.open(file)) {
      TaskForge forge =
          TaskForge.builder()
              .store(store)
              .handler(
                  "send-mail",
                  Mail.class,
                  (mail, context) -> {
                    System.out.println("sending '" + mail.subject() + "' to " + mail.to());
                    sent.countDown();
                    return Outcome.done("sent");
                  })
              .build()
              .start();
      JobId id = forge.enqueue(JobRequest.of("send-mail", new Mail("ann@example.org", "Hello")));
      sent.await();
      forge.close(); // lets what runs come to its end
      System.out.println("the job is " + forge.job(id).orElseThrow().state());
    }
  }

  // end

  public static void main(String[] args) throws Exception {
    run(args.length > 0 ? Path.of(args[0]) : TemporaryFile.create());
  }

  static JobId later(TaskForge forge) {
    // snippet:later
    JobId id =
        forge.enqueue(
            JobRequest.of("send-mail", new Mail("ann@example.org", "Tomorrow"))
                .delay(Duration.ofHours(20))
                .idempotencyKey("reminder-17"));
    // end
    return id;
  }
}

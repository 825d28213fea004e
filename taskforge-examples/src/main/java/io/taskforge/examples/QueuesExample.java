package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import java.util.concurrent.atomic.AtomicInteger;

/** Two queues in one worker: which is served first, how many jobs of one run, and a pause. */
public final class QueuesExample {
  private static final JobType<Integer> SEND = JobType.of("send", Integer.class);
  private static final JobType<Integer> REPORT = JobType.of("report", Integer.class);
  private static final int MAILS = 6;
  private static final int REPORTS = 3;

  private QueuesExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded mailsSent = new JobsEnded(MAILS);
    JobsEnded everything = new JobsEnded(MAILS + REPORTS);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(mailsSent)
                .listener(everything)
                // snippet:queues
                .concurrency(4)
                .queue("mail", queue -> queue.weight(3)) // first three times out of four
                .queue("reports", queue -> queue.weight(1).concurrency(1)) // one at a time
                // end
                .handler(SEND, (number, context) -> Outcome.DONE)
                .handler(
                    REPORT,
                    number -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      Thread.sleep(50);
                      running.decrementAndGet();
                    })
                .build()) {
      // snippet:pause
      forge.pause(new QueueName("reports")); // in all workers; running jobs continue
      // end
      forge.start();
      for (int n = 1; n <= REPORTS; n++) {
        forge.enqueue(REPORT.with(n).queue("reports"));
      }
      for (int n = 1; n <= MAILS; n++) {
        forge.enqueue(SEND.with(n).queue("mail"));
      }
      mailsSent.await();
      System.out.println("while reports are paused: " + forge.stats().jobsByState());
      System.out.println("reports: " + forge.stats().queue(new QueueName("reports")).waiting());

      forge.resume(new QueueName("reports"));
      everything.await();
      System.out.println("after that: " + forge.stats().jobsByState());
      System.out.println("reports at once: " + most);
    }
  }
}

package io.taskforge.examples;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import java.util.concurrent.CountDownLatch;

/** Cancelling a job that waits, and one that runs. */
public final class CancelExample {
  private static final JobType<String> COUNT = JobType.of("count", String.class);

  private CancelExample() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create())) {
      TaskForge forge =
          TaskForge.builder()
              .store(store)
              .lease(ofSeconds(1)) // the worker learns of it with its heartbeat, at a third of it
              .handler(
                  COUNT,
                  (payload, context) -> {
                    started.countDown();
                    try {
                      return count(context);
                    } finally {
                      stopped.countDown();
                    }
                  })
              .build()
              .start();
      // snippet:cancel
      JobId waiting = forge.enqueue(COUNT.with("later").delay(ofHours(1))).id();
      System.out.println("waiting: " + forge.cancel(waiting, "no longer wanted").status());
      // end
      JobId running = forge.enqueue(COUNT, "now").id();
      started.await();
      System.out.println("running: " + forge.cancel(running, "no longer wanted").status());
      stopped.await();
      forge.close();
      System.out.println("the waiting one is " + forge.job(waiting).orElseThrow().state());
      System.out.println("the running one is " + forge.job(running).orElseThrow().state());
    }
  }

  // snippet:notice-cancel
  static Outcome count(JobContext context) throws InterruptedException {
    for (int n = 1; n <= 1_000; n++) {
      context.progress(n / 1_000.0);
      if (context.isCancelled()) { // or just let the interrupt end what blocks
        throw new InterruptedException("cancelled at " + n);
      }
      Thread.sleep(50);
    }
    return Outcome.DONE;
  }
  // end
}

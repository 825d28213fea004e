package io.taskforge.examples;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.Retention;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** Finished jobs are removed with their history: successes early, what went wrong later. */
public final class RetentionExample {
  private static final JobType<Integer> SUM = JobType.of("sum", Integer.class);
  private static final JobType<Integer> QUIT = JobType.of("quit", Integer.class);

  private RetentionExample() {}

  public static void main(String[] args) throws Exception {
    // snippet:retention
    Retention retention = Retention.DEFAULT.succeeded(ofHours(1)).failed(ofDays(30));
    // end
    // A manual clock, so that the example does not wait for two hours.
    AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2030-01-01T12:00:00Z"));
    JobsEnded ended = new JobsEnded(2);
    try (var store = SqliteJobStore.builder(TemporaryFile.create()).clock(time::get).build();
        var forge =
            TaskForge.builder()
                .store(store)
                .retention(retention) // a worker removes what is too old, once a minute
                .listener(ended)
                .handler(SUM, (number, context) -> Outcome.done(number + number))
                .handler(QUIT, (number, context) -> Outcome.discard("no use"))
                .build()
                .start()) {
      JobId summed = forge.enqueue(SUM, 21).id();
      JobId quit = forge.enqueue(QUIT, 21).id();
      ended.await();
      System.out.println("removed at once: " + store.purge(retention, 100));

      time.updateAndGet(now -> now.plus(ofHours(2)));
      store.purge(retention, 100); // by hand: the worker's minute is not over
      System.out.println("succeeded two hours ago, still there: " + forge.job(summed).isPresent());
      System.out.println("its attempts: " + forge.history(summed).size());
      System.out.println("cancelled two hours ago, still there: " + forge.job(quit).isPresent());
    }
  }
}

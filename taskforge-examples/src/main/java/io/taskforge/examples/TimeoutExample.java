package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;

/**
 * A handler that runs too long is interrupted; its job fails with {@code timeout} and is retried.
 */
public final class TimeoutExample {
  private static final JobType<String> CRAWL = JobType.of("crawl", String.class);

  private TimeoutExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                // snippet:timeout
                .handler(
                    CRAWL,
                    (site, context) -> crawl(context),
                    options ->
                        options
                            .timeout(ofMillis(300))
                            .retryPolicy(RetryPolicy.fixed(ofMillis(100))))
                // end
                .build()
                .start()) {
      JobId id = forge.enqueue(CRAWL, "https://example.org").id();
      ended.await();
      for (Attempt attempt : forge.history(id)) {
        String why =
            attempt.errorType() == null
                ? ""
                : ", " + attempt.errorType() + ": " + attempt.message();
        System.out.printf("attempt %d %s%s%n", attempt.attempt(), attempt.status(), why);
      }
      System.out.println("the job is " + forge.job(id).orElseThrow().state());
    }
  }

  private static Outcome crawl(JobContext context) throws InterruptedException {
    if (context.attempt() == 1) {
      try {
        Thread.sleep(60_000); // a site that never answers
      } catch (InterruptedException e) {
        System.out.println("interrupted: it took too long");
        throw e; // a handler that swallowed this would hold its thread
      }
    }
    return Outcome.DONE;
  }
}

package io.taskforge.examples;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import java.net.SocketTimeoutException;

/**
 * A job that fails twice, is retried by its policy, and can say why it waited as long as it did.
 */
public final class RetriesExample {
  private static final JobType<String> FETCH = JobType.of("fetch", String.class);

  private RetriesExample() {}

  public static void main(String[] args) throws Exception {
    // snippet:retries
    RetryPolicy patient =
        RetryPolicy.exponential(ofMillis(200))
            .cappedAt(ofSeconds(2))
            .jitter(Jitter.proportional(0.2))
            .maxRetries(5);
    // end
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .handler(
                    FETCH,
                    (url, context) -> {
                      if (context.attempt() < 3) {
                        throw new SocketTimeoutException("no answer from " + url);
                      }
                      return Outcome.done(url.length());
                    },
                    options -> options.retryPolicy(patient).timeout(ofSeconds(30)))
                .build()
                .start()) {
      JobId id = forge.enqueue(FETCH, "https://example.org").id();
      ended.await();
      for (Attempt attempt : forge.history(id)) {
        System.out.printf("attempt %d %s%n", attempt.attempt(), attempt.status());
        if (attempt.explanation() != null) {
          System.out.printf("  %s, %s%n", attempt.errorType(), attempt.explanation());
        }
      }
      System.out.println(forge.retryStatistics(id).orElseThrow());
    }
  }
}

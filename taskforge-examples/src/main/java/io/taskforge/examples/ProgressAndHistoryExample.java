package io.taskforge.examples;

import static java.time.Duration.ofMillis;
import static java.util.Objects.requireNonNullElse;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;
import java.util.Locale;

/** What a handler says while it runs is kept with its attempt: a small execution log. */
public final class ProgressAndHistoryExample {
  private static final JobType<String> IMPORT = JobType.of("import", String.class);
  private static final int ROWS = 1_000;

  private ProgressAndHistoryExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .retryPolicy(RetryPolicy.fixed(ofMillis(100)))
                .handler(IMPORT, ProgressAndHistoryExample::importFile)
                .build()
                .start()) {
      JobId id = forge.enqueue(IMPORT, "customers.csv").id();
      ended.await();
      // snippet:history
      for (Attempt attempt : forge.history(id)) {
        System.out.printf(
            Locale.ROOT,
            "attempt %d %s at %.0f %%%n",
            attempt.attempt(),
            attempt.status(),
            requireNonNullElse(attempt.progress(), 0.0) * 100);
        attempt.log().forEach(line -> System.out.println("  | " + line));
        if (attempt.explanation() != null) { // the reason for its delay or end
          System.out.println("  " + attempt.explanation());
        }
      }
      // end
    }
  }

  // snippet:progress
  static Outcome importFile(String file, JobContext context) {
    context.log("reading " + file + ", attempt " + context.attempt());
    for (int row = 1; row <= ROWS; row++) {
      if (context.attempt() == 1 && row == ROWS * 4 / 10 + 1) {
        throw new IllegalStateException("connection closed at row " + row);
      }
      context.progress((double) row / ROWS);
    }
    context.log(ROWS + " rows imported");
    return Outcome.DONE;
  }
  // end
}

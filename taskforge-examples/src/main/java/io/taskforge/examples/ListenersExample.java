package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;

/** Being told of every change of a job's state. */
public final class ListenersExample {
  private static final JobType<String> FLAKY = JobType.of("flaky", String.class);

  private ListenersExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                // snippet:listener
                .listener(
                    event ->
                        System.out.printf(
                            "%s -> %s, attempt %d%n",
                            event.transition(), event.state(), event.attempt()))
                // end
                .listener(ended)
                .retryPolicy(RetryPolicy.fixed(ofMillis(100)))
                .handler(
                    FLAKY,
                    (payload, context) -> {
                      if (context.attempt() == 1) {
                        throw new IllegalStateException("not yet");
                      }
                      return Outcome.DONE;
                    })
                .build()
                .start()) {
      forge.enqueue(FLAKY, "x");
      ended.await();
    }
  }
}

package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.failure.Errors;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Job;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.query.JobFilter;

/** Everything that a handler can decide, besides throwing. */
public final class SnoozeAndOutcomesExample {
  private static final JobType<String> WISH = JobType.of("wish", String.class);

  private SnoozeAndOutcomesExample() {}

  // snippet:outcomes
  static Outcome decide(String wish, JobContext context) {
    boolean first = context.attempt() == 1;
    return switch (wish) {
      case "done" -> Outcome.DONE;
      case "done with a result" -> Outcome.done(42);
      case "not ready" -> first ? Outcome.snooze(ofMillis(300)) : Outcome.DONE; // costs nothing
      case "busy" ->
          first
              ? Outcome.retryIn(ofMillis(300), Errors.RATE_LIMITED, "quota used up") // a failure
              : Outcome.DONE;
      case "not needed any more" -> Outcome.discard("the customer is gone");
      default -> Outcome.deadLetter("unknown item: " + wish);
    };
  }

  // end

  public static void main(String[] args) throws Exception {
    String[] wishes = {
      "done", "done with a result", "not ready", "busy", "not needed any more", "nonsense"
    };
    JobsEnded ended = new JobsEnded(wishes.length);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .queue("default", queue -> queue.deadLetterQueue("dead"))
                .handler(WISH, SnoozeAndOutcomesExample::decide)
                .build()
                .start()) {
      for (String wish : wishes) {
        forge.enqueue(WISH, wish);
      }
      ended.await();
      for (Job job : forge.jobs(JobFilter.all(10)).items()) {
        System.out.printf(
            "%s: %s after %d attempts, %d failures, result %s%n",
            job.payload(),
            job.state(),
            job.attempt(),
            job.counters().failures(),
            job.resultIfAny().map(Object::toString).orElse("none"));
      }
    }
  }
}

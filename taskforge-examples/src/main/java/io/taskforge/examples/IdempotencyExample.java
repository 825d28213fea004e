package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;

/** An idempotency key prevents a duplicate job, and lets a receiver drop duplicate requests. */
public final class IdempotencyExample {
  private static final JobType<String> CHARGE = JobType.of("charge", String.class);

  private IdempotencyExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .retryPolicy(RetryPolicy.fixed(ofMillis(100)))
                .handler(
                    CHARGE,
                    (card, context) -> {
                      System.out.printf(
                          "attempt %d charges with key %s%n",
                          context.attempt(), context.idempotencyKey());
                      if (context.attempt() == 1) {
                        throw new IllegalStateException("the answer was lost");
                      }
                      return Outcome.DONE;
                    })
                .build()
                .start()) {
      // snippet:idempotency
      JobRequest charge = CHARGE.with("card 4711").idempotencyKey("order-17");
      Enqueued first = forge.enqueue(charge);
      Enqueued again = forge.enqueue(charge);
      // end
      System.out.println("created: " + first.created() + ", then " + again.created());
      System.out.println("the same job: " + first.id().equals(again.id()));
      ended.await();
    }
  }
}

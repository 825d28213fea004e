package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Attempt;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import java.net.SocketTimeoutException;

/** A job that must not run twice: it fails, and neither its policy nor a person starts it again. */
public final class AtMostOnceExample {
  private static final JobType<Integer> TRANSFER = JobType.of("transfer", Integer.class);

  private AtMostOnceExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .handler(
                    TRANSFER,
                    (amount, context) -> {
                      System.out.println("transferring " + amount);
                      throw new SocketTimeoutException("no answer from the bank");
                    })
                .build()
                .start()) {
      // snippet:at-most-once
      JobId id = forge.enqueue(TRANSFER.with(100).guarantee(Guarantee.AT_MOST_ONCE)).id();
      // end
      ended.await();
      for (Attempt attempt : forge.history(id)) {
        System.out.printf(
            "attempt %d %s, %s: %s%n",
            attempt.attempt(), attempt.status(), attempt.errorType(), attempt.explanation());
      }
      ChangeResult answer = forge.retryNow(id);
      System.out.println("retried by hand: " + answer.status() + ", it is " + answer.state());
      System.out.println("attempts: " + forge.job(id).orElseThrow().attempt());
    }
  }
}

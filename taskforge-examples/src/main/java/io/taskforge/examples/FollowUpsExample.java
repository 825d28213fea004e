package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import java.util.List;

/** A job that follows the death of another, stored in the same transaction. */
public final class FollowUpsExample {
  private static final JobType<Integer> ORDER = JobType.of("order", Integer.class);
  private static final JobType<String> NOTIFY_OPERATOR =
      JobType.of("notify-operator", String.class);

  private FollowUpsExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(2);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .queue("orders", queue -> queue.deadLetterQueue("orders.dead"))
                .queue("notices")
                // snippet:follow-up
                .followUp(
                    JobState.DEAD,
                    dead ->
                        dead.type().value().equals("order")
                            ? List.of(
                                NOTIFY_OPERATOR
                                    .with(dead.id() + ": " + dead.reason())
                                    .queue("notices"))
                            : List.of())
                // end
                .handler(
                    ORDER,
                    (order, context) -> Outcome.deadLetter("order " + order + " has no items"))
                .handler(
                    NOTIFY_OPERATOR,
                    text -> {
                      System.out.println("dear operator, " + text);
                    })
                .build()
                .start()) {
      forge.enqueue(ORDER.with(17).queue("orders"));
      ended.await();
      System.out.println(forge.stats().jobsByState());
    }
  }
}

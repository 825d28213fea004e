package io.taskforge.examples;

import static java.time.Duration.ofSeconds;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Outcome;
import java.util.List;

/** Among due jobs the higher priority goes first; a delayed job waits, whatever its priority. */
public final class PrioritiesAndDelaysExample {
  private PrioritiesAndDelaysExample() {}

  public static void main(String[] args) throws Exception {
    JobsEnded ended = new JobsEnded(4);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .concurrency(1)
                .listener(ended)
                .handler(
                    JobType.of("say", String.class),
                    (text, context) -> {
                      System.out.println("running: " + text);
                      return Outcome.DONE;
                    })
                .build()) {
      // snippet:priorities
      forge.enqueueAll(
          List.of(
              JobRequest.of("say", "later, though most urgent").priority(100).delay(ofSeconds(3)),
              JobRequest.of("say", "when there is time").priority(-10),
              JobRequest.of("say", "as usual"),
              JobRequest.of("say", "first").priority(10)));
      // end
      forge.start();
      ended.await();
    }
  }
}

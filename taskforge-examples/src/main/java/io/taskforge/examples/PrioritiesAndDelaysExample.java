package io.taskforge.examples;

import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import java.util.List;

/** Among due jobs the higher priority goes first; a delayed job waits, whatever its priority. */
public final class PrioritiesAndDelaysExample {
  private static final JobType<String> SAY = JobType.of("say", String.class);

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
                    SAY,
                    text -> {
                      System.out.println("running: " + text);
                    })
                .build()) {
      // snippet:priorities
      forge.enqueueAll(
          List.of(
              SAY.with("later, though most urgent").priority(100).delay(ofSeconds(3)),
              SAY.with("when there is time").priority(-10),
              SAY.with("as usual"),
              SAY.with("first").priority(10)));
      // end
      forge.start();
      ended.await();
    }
  }
}

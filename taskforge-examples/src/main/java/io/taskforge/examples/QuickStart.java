package io.taskforge.examples;

// snippet:quick-start
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import java.nio.file.Path;
import java.time.Duration;

/** Stores a job in a file, runs it in the background, and waits until it is finished. */
public class QuickStart {
  static final JobType<String> PRINT = JobType.of("print", String.class);

  public static void main(String... args) throws Exception {
    try (var store = SqliteJobStore.open(Path.of("jobs.db"));
        var forge = TaskForge.builder().store(store).handler(PRINT, System.out::println).build()) {
      forge.start();
      var job = forge.enqueue(PRINT, "Hello from a job");
      System.out.println("the job is " + forge.await(job.id(), Duration.ofSeconds(30)).state());
    }
  }
}
// end

package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Two workers on one PostgreSQL, each job run by one of them. Takes a JDBC URL. */
public final class PostgresExample {
  private static final JobType<Integer> COUNT = JobType.of("count", Integer.class);
  private static final int JOBS = 200;

  private PostgresExample() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      System.out.println("usage: PostgresExample jdbc:postgresql://host/database?user=…");
      return;
    }
    String url = args[0];
    Set<Integer> done = ConcurrentHashMap.newKeySet();
    JobsEnded ended = new JobsEnded(JOBS);
    // snippet:postgres
    try (var store = PostgresJobStore.builder(url).prefix("example_").build();
        var one = worker("one", done).store(store).listener(ended).build().start();
        var two = worker("two", done).store(store).listener(ended).build().start()) {
      one.enqueueAll(IntStream.range(0, JOBS).mapToObj(n -> COUNT.with(n)).toList());
      ended.await();
      System.out.println("jobs run: " + done.size() + " of " + JOBS);
      System.out.println("workers: " + store.queries().workers().size());
      System.out.println("retries: " + two.stats().totalRetries());
    }
    // end
  }

  private static TaskForgeBuilder worker(String name, Set<Integer> done) {
    return TaskForge.builder()
        .name(name)
        .concurrency(10)
        .handler(
            COUNT,
            n -> {
              if (!done.add(n)) {
                System.out.println("run twice: " + n);
              }
            });
  }
}

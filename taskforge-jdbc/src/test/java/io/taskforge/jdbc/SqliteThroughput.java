package io.taskforge.jdbc;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Prints what a SQLite store does in a second; run by hand, not by the build. */
final class SqliteThroughput {
  private static final JobType TYPE = new JobType("mail");
  private static final Payload PAYLOAD =
      new Payload("{\"to\":\"somebody@example.com\",\"template\":\"welcome\",\"attempt\":1}");
  private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis() << 16);

  private SqliteThroughput() {}

  public static void main(String[] arguments) throws Exception {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    Path directory = Files.createTempDirectory("taskforge-throughput");
    try (SqliteJobStore store = SqliteJobStore.open(directory.resolve("jobs.db"))) {
      for (int round = 0; round < 3; round++) {
        report("enqueue, batches of 1000", jobs, store, () -> enqueue(store, jobs, 1000));
        report("claim and commit, 1 thread × 1000", jobs, store, () -> drain(store, 1000));
        enqueue(store, jobs, 1000);
        report("claim and commit, 4 threads × 500", jobs, store, () -> together(4, () -> drain(store, 500)));
        int few = jobs / 5;
        report("enqueue, 8 threads × 1", few, store, () -> together(8, () -> enqueue(store, few / 8, 1)));
        report("claim and commit, 8 threads × 10", few, store, () -> together(8, () -> drain(store, 10)));
      }
      System.out.printf("file %,d bytes%n", Files.size(directory.resolve("jobs.db")));
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private static void report(String what, int jobs, SqliteJobStore store, Callable<?> work)
      throws Exception {
    long commits = store.commits();
    long start = System.nanoTime();
    work.call();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%-36s %,9.0f jobs/s  %6d commits%n", what, jobs / seconds, store.commits() - commits);
  }

  private static Void together(int threads, Callable<Void> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(work));
      }
      for (Future<Void> each : running) {
        each.get();
      }
      return null;
    } finally {
      pool.shutdown();
    }
  }

  private static Void enqueue(SqliteJobStore store, int jobs, int batch) {
    for (int i = 0; i < jobs; i += batch) {
      List<NewJob> next = new ArrayList<>(batch);
      for (int j = 0; j < batch; j++) {
        next.add(
            new NewJob(
                new JobId(new UUID(IDS.incrementAndGet(), 0x8000000000000000L)),
                QueueName.DEFAULT,
                TYPE,
                TenantId.DEFAULT,
                PAYLOAD,
                0,
                null,
                Duration.ZERO,
                Guarantee.AT_LEAST_ONCE,
                null,
                null,
                null,
                null));
      }
      store.enqueue(next);
    }
    return null;
  }

  private static Void drain(SqliteJobStore store, int batch) {
    WorkerId worker = new WorkerId("w-" + Thread.currentThread().getId());
    ClaimRequest request =
        new ClaimRequest(
            new ClaimRequest.Lease(worker, Duration.ofSeconds(15)),
            List.of(new ClaimRequest.QueueLimit(QueueName.DEFAULT, batch)),
            Set.of(TYPE),
            batch);
    while (true) {
      List<ClaimedJob> claimed = store.claim(request);
      if (claimed.isEmpty()) {
        return null;
      }
      Instant now = store.now();
      store.commit(
          claimed.stream()
              .map(
                  job ->
                      new Settlement(
                          job,
                          worker,
                          AttemptStatus.SUCCEEDED,
                          now,
                          Duration.ofMillis(1),
                          null,
                          job.counters(),
                          new Settlement.Finish(JobState.SUCCEEDED, null),
                          Transition.COMPLETED,
                          "",
                          List.of(),
                          null))
              .toList());
    }
  }
}

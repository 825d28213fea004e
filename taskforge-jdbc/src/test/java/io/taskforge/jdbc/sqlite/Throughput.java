package io.taskforge.jdbc.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Prints the throughput of the SQLite store. A command, not a test. */
final class Throughput {
  private Throughput() {}

  public static void main(String[] arguments) throws Exception {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    Path directory = Files.createTempDirectory("taskforge-throughput");
    Path file = directory.resolve("jobs.db");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      for (int round = 0; round < rounds; round++) {
        report("enqueue, batches of 1000", jobs, store, () -> enqueue(store, jobs, 1000));
        report("claim and commit, 1 thread × 1000", jobs, store, () -> drain(store, 1000));
        enqueue(store, jobs, 1000);
        report(
            "claim and commit, 4 threads × 500",
            jobs,
            store,
            () -> together(4, () -> drain(store, 500)));
        int few = jobs / 5;
        report(
            "enqueue, 8 threads × 1",
            few,
            store,
            () -> together(8, () -> enqueue(store, few / 8, 1)));
        report(
            "claim and commit, 8 threads × 10",
            few,
            store,
            () -> together(8, () -> drain(store, 10)));
      }
      System.out.printf("file %,d bytes%n", Files.size(file));
    }
    Files.delete(file);
    Files.delete(directory);
  }

  private static void report(String what, int jobs, SqliteJobStore store, Callable<?> work)
      throws Exception {
    long commits = store.commits();
    long cpu = cpuNanos();
    long start = System.nanoTime();
    work.call();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuMicros = (cpuNanos() - cpu) / 1e3;
    System.out.printf(
        "%-36s %,9.0f jobs/s  %6.1f µs of CPU per job  %6d commits%n",
        what, jobs / seconds, cpuMicros / jobs, store.commits() - commits);
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static int together(int threads, Callable<Integer> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      int done = 0;
      List<Callable<Integer>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(work);
      }
      for (Future<Integer> each : pool.invokeAll(all)) {
        done += each.get();
      }
      return done;
    } finally {
      pool.shutdown();
    }
  }

  private static int enqueue(SqliteJobStore store, int jobs, int batch) {
    for (int i = 0; i < jobs; i += batch) {
      store.enqueue(SqliteJobs.jobs(batch));
    }
    return jobs;
  }

  private static int drain(SqliteJobStore store, int batch) {
    return SqliteJobs.drain(store, "w-" + Thread.currentThread().getName(), batch).size();
  }
}

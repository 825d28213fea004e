package io.taskforge.bench;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Jobs per second from end to end, with a history row for each attempt: enqueue in bulk and one by
 * one, drain of jobs that do nothing, drain of jobs that fail once, and the time from enqueue to
 * start on an idle worker. The first drain warms the JVM up and is not printed.
 */
public final class Drain {
  private static final int BATCH = 1_000;
  private static final int THREADS = 8;
  private static final int LATENCY_JOBS = 500;

  private final JobStore store;
  private final int jobs;
  private final int concurrency;
  private final int tenants;

  private Drain(JobStore store, int jobs, int concurrency, int tenants) {
    this.store = store;
    this.jobs = jobs;
    this.concurrency = concurrency;
    this.tenants = tenants;
  }

  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    String kind = words.isEmpty() ? "sqlite" : words.get(0);
    int jobs = Integer.parseInt(option(words, "--jobs", "100000"));
    int concurrency = Integer.parseInt(option(words, "--concurrency", "1000"));
    int tenants = Integer.parseInt(option(words, "--tenants", "1"));
    String url = option(words, "--url", "");
    try (BenchStore bench = BenchStore.open(kind, url.isEmpty() ? null : url)) {
      System.out.printf(
          "%s, %,d jobs of %,d tenants, concurrency %d, Java %s%n",
          kind, jobs, tenants, concurrency, Runtime.version().feature());
      new Drain(bench.store(), jobs, concurrency, tenants).run();
    }
  }

  private static String option(List<String> words, String name, String otherwise) {
    int at = words.indexOf(name);
    return at < 0 || at + 1 >= words.size() ? otherwise : words.get(at + 1);
  }

  private void run() throws Exception {
    enqueueBulk("warm-up", jobs / 2);
    drain("warm-up", jobs / 2, builder -> {});

    report("W1 enqueue, batches of 1000", jobs, enqueueBulk("noop", jobs));
    report("W2 drain, no-op", jobs, drain("noop", jobs, builder -> {}));
    int singles = jobs / 10;
    report("W1 enqueue, one at a time, 8 threads", singles, enqueueSingly(singles));
    drain("single", singles, builder -> {});
    int failing = jobs / 2;
    enqueueBulk("flaky", failing);
    report("W3 drain, each fails once", failing, drain("flaky", failing, Drain::retryAtOnce));
    latency();
  }

  private static void retryAtOnce(TaskForgeBuilder builder) {
    builder.retryPolicy(RetryPolicy.fixed(Duration.ofMillis(1)));
  }

  private static void report(String what, int count, double seconds) {
    System.out.printf("%-40s %,10.0f jobs/s%n", what, count / seconds);
  }

  private double enqueueBulk(String type, int count) {
    try (TaskForge forge = TaskForge.builder().store(store).build()) {
      List<JobRequest> batch = new ArrayList<>(BATCH);
      long start = System.nanoTime();
      for (int i = 1; i <= count; i++) {
        batch.add(request(type, i));
        if (batch.size() == BATCH || i == count) {
          forge.enqueueAll(batch);
          batch.clear();
        }
      }
      return seconds(start);
    }
  }

  private JobRequest request(String type, int number) {
    JobRequest request = JobRequest.of(type, number);
    return tenants == 1 ? request : request.tenant("tenant-" + number % tenants);
  }

  private double enqueueSingly(int count) throws InterruptedException {
    try (TaskForge forge = TaskForge.builder().store(store).build()) {
      CountDownLatch done = new CountDownLatch(THREADS);
      long start = System.nanoTime();
      for (int thread = 0; thread < THREADS; thread++) {
        new Thread(
                () -> {
                  for (int i = 0; i < count / THREADS; i++) {
                    forge.enqueue(JobRequest.of("single", i));
                  }
                  done.countDown();
                })
            .start();
      }
      done.await();
      return seconds(start);
    }
  }

  private double drain(String type, int count, Consumer<TaskForgeBuilder> settings)
      throws InterruptedException {
    int expected = type.equals("single") ? count / THREADS * THREADS : count;
    CountDownLatch committed = new CountDownLatch(expected);
    TaskForgeBuilder builder =
        TaskForge.builder()
            .store(store)
            .concurrency(concurrency)
            .listener(
                event -> {
                  if (event.transition() == Transition.COMPLETED) {
                    committed.countDown();
                  }
                })
            .handler(
                type,
                Integer.class,
                (number, context) -> {
                  if (type.equals("flaky") && context.attempt() == 1) {
                    throw new IllegalStateException("fails once");
                  }
                  return Outcome.DONE;
                });
    settings.accept(builder);
    try (TaskForge forge = builder.build()) {
      long start = System.nanoTime();
      forge.start();
      if (!committed.await(10, TimeUnit.MINUTES)) {
        throw new IllegalStateException(committed.getCount() + " jobs of " + type + " are left");
      }
      return seconds(start);
    }
  }

  private void latency() throws InterruptedException {
    long[] nanos = new long[LATENCY_JOBS];
    CountDownLatch all = new CountDownLatch(LATENCY_JOBS);
    long[] enqueued = new long[LATENCY_JOBS];
    CountDownLatch[] ran = new CountDownLatch[LATENCY_JOBS];
    Arrays.setAll(ran, i -> new CountDownLatch(1));
    try (TaskForge forge =
        TaskForge.builder()
            .store(store)
            .handler(
                "latency",
                Integer.class,
                (number, context) -> {
                  nanos[number] = System.nanoTime() - enqueued[number];
                  ran[number].countDown();
                  all.countDown();
                  return Outcome.DONE;
                })
            .build()
            .start()) {
      for (int i = 0; i < LATENCY_JOBS; i++) {
        enqueued[i] = System.nanoTime();
        forge.enqueue(JobRequest.of("latency", i));
        ran[i].await();
      }
      all.await();
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%-40s p50 %.1f ms, p99 %.1f ms%n",
        "W4 enqueue to start, same process",
        nanos[LATENCY_JOBS / 2] / 1e6,
        nanos[LATENCY_JOBS * 99 / 100] / 1e6);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}

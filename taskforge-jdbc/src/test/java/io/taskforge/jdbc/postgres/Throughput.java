package io.taskforge.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prints how many jobs per second the PostgreSQL store enqueues and claims, without the engine. A
 * command, not a test: the arguments are the JDBC URL and, optionally, the number of jobs.
 */
final class Throughput {
  private static final QueueName QUEUE = new QueueName("mail");
  private static final JobTypeName TYPE = new JobTypeName("send-mail");
  private static final Payload PAYLOAD =
      new Payload("{\"to\":\"someone@example.org\",\"subject\":\"Hello\",\"n\":12345}");

  private final PostgresJobStore store;
  private final int jobs;
  private final AtomicLong ids = new AtomicLong();
  private final AtomicLong claimNanos = new AtomicLong();
  private final AtomicLong commitNanos = new AtomicLong();

  private Throughput(PostgresJobStore store, int jobs) {
    this.store = store;
    this.jobs = jobs;
  }

  public static void main(String[] args) throws Exception {
    int jobs = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(args[0]);
    config.setMaximumPoolSize(8);
    try (HikariDataSource pool = new HikariDataSource(config);
        PostgresJobStore store = PostgresJobStore.builder(pool).schema("throughput").build()) {
      Throughput run = new Throughput(store, jobs);
      for (int round = 0; round < 3; round++) {
        for (int threads : new int[] {1, 2}) {
          for (int batch : new int[] {500, 1_000}) {
            run.measure(threads, batch);
          }
        }
      }
    }
  }

  private void measure(int threads, int batch) throws Exception {
    claimNanos.set(0);
    commitNanos.set(0);
    double enqueued = perSecond(threads, () -> enqueue(jobs / threads, batch));
    double drained = perSecond(threads, () -> drain(batch));
    System.out.printf(
        "%d threads, batches of %4d: enqueue %,9.0f/s, claim + commit %,9.0f/s; per batch: claim %.2f ms, commit %.2f ms%n",
        threads,
        batch,
        enqueued,
        drained,
        claimNanos.get() / 1e6 / (jobs / (double) batch),
        commitNanos.get() / 1e6 / (jobs / (double) batch));
  }

  private double perSecond(int threads, Runnable work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    long start = System.nanoTime();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(pool.submit(work));
    }
    for (Future<?> one : running) {
      one.get();
    }
    pool.shutdown();
    return jobs / ((System.nanoTime() - start) / 1e9);
  }

  private void enqueue(int count, int batch) {
    for (int done = 0; done < count; done += batch) {
      List<NewJob> some = new ArrayList<>();
      for (int i = 0; i < Math.min(batch, count - done); i++) {
        some.add(job());
      }
      store.enqueue(some);
    }
  }

  private NewJob job() {
    long high = System.currentTimeMillis() << 16 | 0x7000L;
    return NewJob.of(
        new JobIdentity(
            new JobId(
                new UUID(high, Long.MIN_VALUE | System.nanoTime() << 20 | ids.incrementAndGet())),
            QUEUE,
            TYPE,
            TenantId.DEFAULT),
        PAYLOAD);
  }

  private void drain(int batch) {
    ClaimRequest request =
        new ClaimRequest(
            new ClaimRequest.Lease(new WorkerId("bench"), Duration.ofMinutes(1)),
            List.of(new ClaimRequest.QueueLimit(QUEUE, batch)),
            Set.of(TYPE),
            batch);
    while (true) {
      long start = System.nanoTime();
      List<ClaimedJob> claimed = store.claim(request);
      long between = System.nanoTime();
      claimNanos.addAndGet(between - start);
      if (claimed.isEmpty()) {
        return;
      }
      store.commit(claimed.stream().map(Throughput::succeeded).toList());
      commitNanos.addAndGet(System.nanoTime() - between);
    }
  }

  private static Settlement succeeded(ClaimedJob job) {
    return new Settlement(
        job,
        new WorkerId("bench"),
        Run.of(job.claimedAt(), Duration.ofMillis(1)),
        Verdict.of(
            AttemptStatus.SUCCEEDED,
            Transition.COMPLETED,
            new Verdict.Finish(JobState.SUCCEEDED, null),
            job.counters(),
            null,
            ""));
  }
}

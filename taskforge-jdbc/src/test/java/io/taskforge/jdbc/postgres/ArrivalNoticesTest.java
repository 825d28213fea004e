package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers learn of jobs that other processes enqueue. Each store stands for a process. */
final class ArrivalNoticesTest {
  private static final ClaimRequest REQUEST =
      new ClaimRequest(
          new ClaimRequest.Lease(new WorkerId("w1"), Duration.ofSeconds(15)),
          List.of(new ClaimRequest.QueueLimit(QueueName.DEFAULT, 10)),
          Set.of(new JobTypeName("work")),
          10);

  private final String schema = PostgresDatabase.freshSchema();
  // Its clock does not advance, so it looks only after a notification.
  private final PostgresJobStore worker = store(() -> 1);
  private final PostgresJobStore client = store(System::nanoTime);
  private final TaskForge forge = TaskForge.builder().store(client).build();

  private PostgresJobStore store(LongSupplier ticker) {
    return PostgresJobStore.builder(PostgresDatabase.dataSource())
        .schema(schema)
        .ticker(ticker)
        .notifications(true)
        .build();
  }

  @AfterEach
  void close() throws SQLException {
    forge.close();
    client.close();
    worker.close();
    PostgresDatabase.drop(schema);
  }

  @Test
  void a_worker_is_woken_and_finds_the_job() throws InterruptedException {
    Semaphore woken = new Semaphore(0);
    Runnable end = worker.onArrival(woken::release);
    assertThat(woken.tryAcquire(20, TimeUnit.SECONDS)).as("listens").isTrue();
    assertThat(worker.claim(REQUEST)).isEmpty();
    assertThat(worker.claim(REQUEST)).isEmpty();

    JobId id = forge.enqueue(JobRequest.of("work")).id();

    assertThat(woken.tryAcquire(20, TimeUnit.SECONDS)).as("woken").isTrue();
    assertThat(worker.claim(REQUEST)).extracting(ClaimedJob::id).containsExactly(id);
    end.run();
  }

  @Test
  void a_worker_is_not_woken_by_its_own_jobs() throws InterruptedException {
    Semaphore woken = new Semaphore(0);
    Runnable end = worker.onArrival(woken::release);
    assertThat(woken.tryAcquire(20, TimeUnit.SECONDS)).as("listens").isTrue();
    try (TaskForge own = TaskForge.builder().store(worker).build()) {
      own.enqueue(JobRequest.of("work").queue("first"));
      forge.enqueue(JobRequest.of("work").queue("second"));
    }

    assertThat(woken.tryAcquire(20, TimeUnit.SECONDS)).as("the other's").isTrue();
    assertThat(woken.tryAcquire(100, TimeUnit.MILLISECONDS)).as("its own").isFalse();
    end.run();
  }
}

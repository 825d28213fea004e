package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.taskforge.job.Enqueued;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent enqueues share a statement. */
@Tag("jdk")
class EnqueueGroupTest {
  private static final int FIRST = 0;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch firstBegan = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final List<List<Long>> writes = new ArrayList<>(); // guarded by itself
  private long rejected = -1;
  private boolean unreachable;
  private boolean broken;
  private final EnqueueGroup group = new EnqueueGroup(this::store);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void a_single_call_is_written_at_once() {
    firstMayEnd.countDown();

    assertThat(group.enqueue(List.of(job(FIRST)))).containsExactly(stored(FIRST));
    assertThat(group.enqueue(List.of(job(1)))).containsExactly(stored(1));
    assertThat(writes).containsExactly(List.of(0L), List.of(1L));
  }

  @Test
  void calls_that_arrive_during_a_write_share_the_next_one() {
    List<CompletableFuture<List<Enqueued>>> calls = callsDuringAWrite(1, 2, 3, 4, 5);

    for (int i = 0; i < calls.size(); i++) {
      assertThat(calls.get(i).join()).containsExactly(stored(i));
    }
    assertThat(writes).hasSize(2);
    assertThat(writes.get(1)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void a_job_with_an_idempotency_key_does_not_wait_for_other_calls_nor_they_for_it() {
    CompletableFuture<List<Enqueued>> first = call(FIRST);
    await().until(() -> firstBegan.getCount() == 0);
    NewJob keyed = keyed(1);
    CompletableFuture<List<Enqueued>> alone =
        CompletableFuture.supplyAsync(() -> group.enqueue(List.of(keyed)), threads);
    await().until(() -> writes() == 2);
    firstMayEnd.countDown();

    assertThat(first.join()).containsExactly(stored(FIRST));
    assertThat(alone.join()).extracting(Enqueued::id).containsExactly(id(1));
    assertThat(writes).containsExactly(List.of(0L), List.of(1L));
  }

  @Test
  void an_error_leaves_no_caller_waiting() {
    broken = true;
    List<CompletableFuture<List<Enqueued>>> calls = callsDuringAWrite(1, 2);

    calls.forEach(
        call -> assertThatThrownBy(call::join).hasCauseInstanceOf(StackOverflowError.class));
    broken = false;
    assertThat(group.enqueue(List.of(job(3)))).containsExactly(stored(3));
  }

  @Test
  void a_rejected_job_fails_its_own_call_only() {
    rejected = 2;
    List<CompletableFuture<List<Enqueued>>> calls = callsDuringAWrite(1, 2, 3);

    assertThat(calls.get(1).join()).containsExactly(stored(1));
    assertThat(calls.get(3).join()).containsExactly(stored(3));
    assertThatThrownBy(calls.get(2)::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreException.class)
        .hasMessageContaining("rejected");
  }

  @Test
  void an_unreachable_store_fails_all_calls_without_another_try() {
    List<CompletableFuture<List<Enqueued>>> calls = waitingCalls(1, 2, 3);
    unreachable = true;
    firstMayEnd.countDown();

    calls
        .subList(1, 4)
        .forEach(call -> assertThatThrownBy(call::join).hasMessageContaining("away"));
    assertThat(writes).hasSize(2);
  }

  @Test
  void calls_work_again_after_an_error() {
    rejected = 1;
    firstMayEnd.countDown();

    assertThatThrownBy(() -> group.enqueue(List.of(job(1)))).hasMessageContaining("rejected");
    assertThat(group.enqueue(List.of(job(2)))).containsExactly(stored(2));
  }

  private List<CompletableFuture<List<Enqueued>>> callsDuringAWrite(long... numbers) {
    List<CompletableFuture<List<Enqueued>>> calls = waitingCalls(numbers);
    firstMayEnd.countDown();
    return calls;
  }

  /** Calls 0, which is being written, and the others, which wait. */
  private List<CompletableFuture<List<Enqueued>>> waitingCalls(long... numbers) {
    List<CompletableFuture<List<Enqueued>>> calls = new ArrayList<>();
    calls.add(call(FIRST));
    await().until(() -> firstBegan.getCount() == 0);
    for (long number : numbers) {
      calls.add(call(number));
    }
    await().until(() -> group.waiting() == numbers.length);
    return calls;
  }

  private CompletableFuture<List<Enqueued>> call(long number) {
    return CompletableFuture.supplyAsync(() -> group.enqueue(List.of(job(number))), threads);
  }

  private List<Enqueued> store(List<NewJob> jobs) {
    List<Long> numbers =
        jobs.stream().map(job -> job.id().value().getLeastSignificantBits()).toList();
    synchronized (writes) {
      writes.add(numbers);
    }
    firstBegan.countDown();
    try {
      firstMayEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (broken) {
      throw new StackOverflowError("made by hand");
    }
    if (unreachable && !numbers.contains((long) FIRST)) {
      throw new StoreException("enqueue jobs", true, new SQLException("away"));
    }
    if (numbers.contains(rejected)) {
      throw new StoreException("enqueue jobs", false, new SQLException("rejected"));
    }
    return jobs.stream().map(job -> new Enqueued(job.id(), job.stored(Instant.EPOCH))).toList();
  }

  private int writes() {
    synchronized (writes) {
      return writes.size();
    }
  }

  private static NewJob keyed(long number) {
    NewJob job = job(number);
    return new NewJob(
        job.identity(),
        job.payload(),
        new JobSettings(0, Guarantee.AT_LEAST_ONCE, null, null, null, new IdempotencyKey("key")),
        null,
        Duration.ZERO);
  }

  private static NewJob job(long number) {
    return NewJob.of(
        new JobIdentity(id(number), QueueName.DEFAULT, new JobTypeName("work"), TenantId.DEFAULT),
        new Payload("{}"));
  }

  private static Enqueued stored(long number) {
    return new Enqueued(id(number), job(number).stored(Instant.EPOCH));
  }

  private static JobId id(long number) {
    return new JobId(new UUID(0, number));
  }
}

package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.Engine;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that hangs. */
@Timeout(60)
class HangingStoreTest {
  private final Workers workers = new Workers();
  private final Map<JobId, Integer> runs = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();

  @AfterEach
  void close() throws InterruptedException {
    workers.close();
    join();
  }

  private void counting(TaskForgeBuilder builder) {
    builder.handler(
        JobType.of("call", Object.class),
        (payload, context) -> {
          runs.merge(context.jobId(), 1, Integer::sum);
          return Outcome.DONE;
        });
  }

  private List<JobId> enqueue(int count) {
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(workers.enqueue(JobRequest.of("call")));
    }
    return ids;
  }

  private void elsewhere(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    threads.add(thread);
  }

  private void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    threads.clear();
  }

  @Test
  void handlers_are_notified_of_a_lost_lease_while_the_heartbeat_hangs() {
    List<Boolean> seen = new ArrayList<>();
    TaskForge worker =
        workers.worker(
            "worker",
            f ->
                f.handler(
                    JobType.of("call", Object.class),
                    (payload, context) -> {
                      Engine engine = engineOf(workers.first());
                      workers.store.hang(UnreliableStore.Mode.HANGS_BEFORE);
                      elsewhere(engine::heartbeat);
                      Await.until("it hangs", () -> workers.store.hanging() == 1);
                      workers.advance(ofSeconds(14));
                      engine.watchTimeouts();
                      seen.add(context.isLeaseLost());
                      workers.advance(ofSeconds(1));
                      engine.watchTimeouts();
                      seen.add(context.isLeaseLost());
                      seen.add(Thread.interrupted());
                      workers.store.heal();
                      return Outcome.DONE;
                    }));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(worker).heartbeat();
    engineOf(worker).fetch();
    engineOf(worker).commit();

    assertThat(seen)
        .as("lost after 14 s, after 15 s, interrupted")
        .containsExactly(false, true, true);
    assertThat(workers.job(id)).succeeded();
  }

  /** Runs each of a worker's turns on its own thread, like its loops. */
  private void takeTurns(TaskForge forge) {
    Engine engine = engineOf(forge);
    elsewhere(engine::fetch);
    elsewhere(engine::commit);
    elsewhere(engine::heartbeat);
    elsewhere(engine::rescue);
    elsewhere(engine::readQueues);
  }

  @ParameterizedTest
  @EnumSource(
      value = UnreliableStore.Mode.class,
      names = {"HANGS_BEFORE", "HANGS_AFTER"})
  void a_store_that_hangs_for_30_seconds_uses_no_retry(UnreliableStore.Mode how)
      throws InterruptedException {
    TaskForge other = workers.worker("other", this::counting);
    TaskForge worker = workers.worker("worker", this::counting);
    List<JobId> ids = new ArrayList<>(enqueue(5));
    Workers.round(other);
    engineOf(worker).readQueues();
    ids.addAll(enqueue(5));
    engineOf(worker).heartbeat();
    engineOf(worker).fetch();
    ids.addAll(enqueue(5));

    workers.store.hang(how);
    takeTurns(worker);
    Await.until("all of the worker's turns hang", () -> workers.store.hanging() == 5);
    takeTurns(other);
    // All but the other worker's Committer, which has nothing to write.
    Await.until("all hang", () -> workers.store.hanging() == 9);
    for (int second = 0; second < 30; second++) {
      workers.advance(ofSeconds(1));
      engineOf(other).watchTimeouts();
      engineOf(worker).watchTimeouts();
    }
    workers.store.heal();
    join();
    for (int second = 0; second < 40; second++) {
      Workers.round(other);
      Workers.round(worker);
      workers.advance(ofSeconds(1));
    }

    for (JobId id : ids) {
      assertThat(workers.job(id)).succeeded().afterAttempts(1);
      assertThat(workers.job(id).counters()).isEqualTo(Counters.ZERO);
    }
    assertThat(runs).hasSize(15).allSatisfy((id, count) -> assertThat(count).isEqualTo(1));
    List<JobId> later = enqueue(2);
    Workers.round(worker);
    later.forEach(id -> assertThat(workers.job(id)).succeeded());
  }

  @Test
  void a_worker_that_dies_while_the_store_hangs_is_rescued_later() throws InterruptedException {
    TaskForge other = workers.worker("other", this::counting);
    TaskForge dying = workers.worker("dying", new HeldThreads(), this::counting);
    JobId id = enqueue(1).get(0);
    engineOf(other).readQueues();
    engineOf(dying).fetch();

    workers.store.hang(UnreliableStore.Mode.HANGS_BEFORE);
    elsewhere(engineOf(other)::rescue);
    Await.until("it hangs", () -> workers.store.hanging() == 1);
    workers.advance(ofSeconds(30));
    workers.store.heal();
    join();
    assertThat(workers.job(id)).isIn(JobState.RUNNING);
    for (int second = 0; second < 16; second++) {
      workers.advance(ofSeconds(1));
      Workers.round(other);
    }

    assertThat(workers.job(id)).succeeded().afterAttempts(2);
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 1, 0));
  }

  @Test
  void closing_does_not_wait_for_a_hanging_commit() throws InterruptedException {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    workers.store.beforeCommit(
        () -> {
          writing.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            // Like a driver that ignores interrupts: the call keeps hanging.
            awaitUninterruptibly(never);
          }
        });
    AtomicBoolean closing = new AtomicBoolean();
    AtomicLong looks = new AtomicLong();
    // Once it closes, each clock read takes a second, so that its timeout expires.
    LongSupplier ticker =
        () ->
            workers.ticker.getAsLong()
                + (closing.get() ? looks.incrementAndGet() * 1_000_000_000L : 0);
    TaskForge worker =
        workers.worker("worker", HandlerThreads.direct(), ticker, this::counting).start();
    enqueue(1);
    writing.await();
    closing.set(true);
    AtomicBoolean closed = new AtomicBoolean();
    elsewhere(
        () -> {
          worker.close();
          closed.set(true);
        });

    try {
      Await.until("it is closed", closed::get);
    } finally {
      never.countDown();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException e) {
        // It still hangs.
      }
    }
  }
}

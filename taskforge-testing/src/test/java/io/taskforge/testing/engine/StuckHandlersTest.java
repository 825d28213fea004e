package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Attempt;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that never return, on real threads with a manual clock. */
class StuckHandlersTest {
  private final Workers workers = new Workers();
  private final HandlerThreads pool = HandlerThreads.best("test", 1);
  private final CountDownLatch never = new CountDownLatch(1);
  private final Semaphore released = new Semaphore(0);
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  @AfterEach
  void close() {
    released.release(10);
    never.countDown();
    pool.close();
    workers.close();
  }

  private TaskForge worker(Consumer<TaskForgeBuilder> more) {
    return workers.worker(
        "worker",
        pool,
        f -> {
          f.concurrency(1)
              .timeout(ofSeconds(10))
              .retryPolicy(RetryPolicy.fixed(ofSeconds(60)))
              .handler(JobType.of("waits", Object.class), (payload, context) -> waitForEver())
              .handler(JobType.of("deaf", Object.class), (payload, context) -> ignoreInterrupts())
              .handler(
                  JobType.of("quick", Object.class), (payload, context) -> interruptedAlready());
          more.accept(f);
        });
  }

  private Outcome waitForEver() throws InterruptedException {
    started.incrementAndGet();
    never.await();
    return Outcome.DONE;
  }

  private Outcome ignoreInterrupts() {
    started.incrementAndGet();
    released.acquireUninterruptibly();
    ended.incrementAndGet();
    return Outcome.done("late");
  }

  private static Outcome interruptedAlready() {
    return Outcome.done(Thread.currentThread().isInterrupted());
  }

  private void fetchAndAwaitStart(TaskForge forge, int count) {
    engineOf(forge).fetch();
    Await.until("the handler runs", () -> started.get() == count);
  }

  private static void awaitEnd(TaskForge forge) {
    Await.until("the handler is done", () -> engineOf(forge).running() == 0);
    engineOf(forge).commit();
  }

  @Test
  void a_handler_that_never_returns_is_interrupted_at_its_timeout_and_fails() {
    TaskForge forge = worker(f -> {});
    JobId id = workers.enqueue(JobRequest.of("waits"));
    fetchAndAwaitStart(forge, 1);

    workers.advance(ofSeconds(10).minus(ofMillis(1)));
    engineOf(forge).watchTimeouts();
    assertThat(engineOf(forge).running()).isEqualTo(1);
    workers.advance(ofMillis(1));
    engineOf(forge).watchTimeouts();
    awaitEnd(forge);

    assertThat(workers.job(id)).isRetrying().withFailures(1).hasError("timeout");
    assertThat(workers.history(id).get(0).message()).isEqualTo("ran longer than 10s");
    assertThat(workers.history(id).get(0).duration()).isEqualTo(ofSeconds(10));
  }

  @Test
  void the_timeouts_of_job_type_and_worker_apply_in_this_order() {
    TaskForge forge =
        worker(
            f ->
                f.concurrency(3)
                    .handler(
                        JobType.of("typed", Object.class),
                        (payload, context) -> waitForEver(),
                        h -> h.timeout(ofSeconds(5))));
    JobId own = workers.enqueue(JobRequest.of("typed").timeout(ofSeconds(2)));
    fetchAndAwaitStart(forge, 1);
    workers.advance(ofSeconds(2));
    engineOf(forge).watchTimeouts();
    awaitEnd(forge);
    JobId types = workers.enqueue(JobRequest.of("typed"));
    fetchAndAwaitStart(forge, 2);
    workers.advance(ofSeconds(5));
    engineOf(forge).watchTimeouts();
    awaitEnd(forge);

    assertThat(workers.history(own).get(0).message()).isEqualTo("ran longer than 2s");
    assertThat(workers.history(types).get(0).message()).isEqualTo("ran longer than 5s");
  }

  @Test
  void an_extremely_long_timeout_does_not_overflow() {
    TaskForge forge = worker(f -> f.concurrency(2));
    pool.abandoned();
    JobId endless =
        workers.enqueue(
            JobRequest.of("waits").priority(9).timeout(Duration.ofSeconds(Long.MAX_VALUE)));
    JobId usual = workers.enqueue(JobRequest.of("waits"));
    fetchAndAwaitStart(forge, 2);

    workers.advance(ofSeconds(10));
    engineOf(forge).watchTimeouts();
    Await.until("one is done", () -> engineOf(forge).running() == 1);
    engineOf(forge).commit();

    assertThat(workers.job(usual)).isRetrying().hasError("timeout");
    assertThat(workers.job(endless)).isIn(JobState.RUNNING);
  }

  @Test
  void a_handler_that_ignores_its_interrupt_is_abandoned() {
    TaskForge forge = worker(f -> {});
    JobId deaf = workers.enqueue(JobRequest.of("deaf"));
    fetchAndAwaitStart(forge, 1);
    workers.advance(ofSeconds(10));
    engineOf(forge).watchTimeouts();
    workers.advance(ofSeconds(5).minus(ofMillis(1)));
    engineOf(forge).watchTimeouts();
    assertThat(engineOf(forge).running()).isEqualTo(1);

    workers.advance(ofMillis(1));
    engineOf(forge).watchTimeouts();
    engineOf(forge).watchTimeouts();
    assertThat(engineOf(forge).running()).isZero();
    engineOf(forge).commit();
    assertThat(workers.job(deaf)).isRetrying().withFailures(1).hasError("timeout");
    List<Attempt> before = workers.history(deaf);

    JobId quick = workers.enqueue(JobRequest.of("quick"));
    engineOf(forge).fetch();
    awaitEnd(forge);
    assertThat(workers.job(quick)).succeeded();

    released.release(10);
    Await.until("the deaf handler has returned", () -> ended.get() == 1);
    JobId another = workers.enqueue(JobRequest.of("quick"));
    engineOf(forge).fetch();
    awaitEnd(forge);
    assertThat(workers.job(another)).succeeded();
    assertThat(workers.history(deaf)).isEqualTo(before);
    assertThat(engineOf(forge).running()).isZero();
  }

  @Test
  void an_interrupt_does_not_reach_the_next_job_on_the_same_thread() {
    TaskForge forge =
        worker(
            f ->
                f.handler(
                    JobType.of("stubborn", Object.class),
                    (payload, context) -> {
                      try {
                        return waitForEver();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return Outcome.done("all the same");
                      }
                    }));
    JobId first = workers.enqueue(JobRequest.of("stubborn"));
    fetchAndAwaitStart(forge, 1);
    workers.advance(ofSeconds(10));
    engineOf(forge).watchTimeouts();
    awaitEnd(forge);
    JobId second = workers.enqueue(JobRequest.of("quick"));
    engineOf(forge).fetch();
    awaitEnd(forge);

    assertThat(workers.job(first)).succeeded();
    assertThat(workers.job(second).result()).hasToString("false");
  }

  @Test
  void the_interrupt_flag_is_cleared_after_the_handler() {
    TaskForge forge =
        workers.worker(
            "direct",
            f ->
                f.handler(
                    JobType.of("self", Object.class),
                    (payload, context) -> {
                      Thread.currentThread().interrupt();
                      return Outcome.DONE;
                    }));
    workers.enqueue(JobRequest.of("self"));
    engineOf(forge).fetch();

    // Thread pools of the JDK clear the flag; other executors do not.
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void a_backoff_that_throws_an_error_does_not_stop_the_timeout_watch() {
    RetryPolicy broken =
        RetryPolicy.fixed(ofSeconds(1)).backoff(new ThrowingBackoff(new StackOverflowError()));
    TaskForge forge =
        worker(
            f ->
                f.handler(
                    JobType.of("bad", Object.class),
                    (p, c) -> ignoreInterrupts(),
                    h -> h.retryPolicy(broken)));
    JobId id = workers.enqueue(JobRequest.of("bad"));
    fetchAndAwaitStart(forge, 1);
    workers.advance(ofSeconds(10));
    engineOf(forge).watchTimeouts();
    workers.advance(ofSeconds(5));
    engineOf(forge).watchTimeouts();

    assertThat(engineOf(forge).running()).isZero();
    engineOf(forge).commit();
    assertThat(workers.job(id)).failed().hasError("timeout");
    assertThat(workers.history(id).get(0).explanation()).contains("policy can't be used");
  }

  @Test
  void a_shutdown_interrupts_and_releases_running_jobs_after_the_grace_period() {
    AtomicInteger reads = new AtomicInteger();
    TaskForge forge =
        workers.worker(
            "stopping",
            pool,
            () -> reads.incrementAndGet() * Duration.ofSeconds(3).toNanos(),
            f ->
                f.concurrency(2)
                    .handler(JobType.of("waits", Object.class), (payload, context) -> waitForEver())
                    .handler(
                        JobType.of("deaf", Object.class),
                        (payload, context) -> ignoreInterrupts()));
    pool.abandoned();
    JobId obeys = workers.enqueue(JobRequest.of("waits"));
    JobId deaf = workers.enqueue(JobRequest.of("deaf"));
    JobId once = workers.enqueue(JobRequest.of("other"));
    fetchAndAwaitStart(forge, 2);

    forge.close();
    forge.close();

    for (JobId id : List.of(obeys, deaf)) {
      assertThat(workers.job(id)).isQueued();
      assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 0, 1));
      assertThat(workers.history(id).get(0).explanation()).isEqualTo("its worker was shut down");
    }
    assertThat(workers.job(once)).isQueued().afterAttempts(0);
    assertThat(engineOf(forge).running()).isZero();
  }

  @Test
  void a_shutdown_releases_at_most_once_jobs_only_if_they_have_not_started() {
    HeldThreads held = new HeldThreads();
    AtomicInteger reads = new AtomicInteger();
    for (boolean hasStarted : new boolean[] {true, false}) {
      TaskForge forge =
          workers.worker(
              "stopping",
              hasStarted ? pool : held,
              () -> reads.incrementAndGet() * Duration.ofSeconds(3).toNanos(),
              f ->
                  f.handler(
                      JobType.of("waits", Object.class), (payload, context) -> waitForEver()));
      JobId id = workers.enqueue(JobRequest.of("waits").guarantee(Guarantee.AT_MOST_ONCE));
      engineOf(forge).fetch();
      if (hasStarted) {
        Await.until("the handler runs", () -> started.get() == 1);
      }
      forge.close();

      if (hasStarted) {
        assertThat(workers.job(id)).failed().hasError("interrupted");
        assertThat(workers.history(id).get(0).explanation()).contains("outcome unknown");
      } else {
        assertThat(workers.job(id)).isQueued();
      }
    }
  }

  @Test
  void a_running_job_is_cancelled_by_an_interrupt_and_through_its_context() {
    AtomicBoolean seen = new AtomicBoolean();
    TaskForge forge =
        worker(
            f ->
                f.handler(
                    JobType.of("asks", Object.class),
                    (payload, context) -> {
                      try {
                        return waitForEver();
                      } finally {
                        seen.set(context.isCancelled());
                      }
                    }));
    JobId id = workers.enqueue(JobRequest.of("asks"));
    fetchAndAwaitStart(forge, 1);

    forge.cancel(id, "not needed");
    assertThat(workers.job(id)).isIn(JobState.RUNNING);
    engineOf(forge).heartbeat();
    awaitEnd(forge);

    assertThat(seen).isTrue();
    assertThat(workers.job(id)).isCancelled().withFailures(0);
  }
}

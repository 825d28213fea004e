package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starting and stopping, with real threads and real time. */
@Timeout(60)
class LifecycleTest {
  private final MemoryJobStore store = new MemoryJobStore(Clock.systemUTC());
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    store.close();
  }

  private TaskForgeBuilder builder() {
    return TaskForge.builder()
        .store(store)
        .name("lifecycle")
        .handler(
            JobType.of("call", Object.class),
            (payload, context) -> {
              runs.incrementAndGet();
              return Outcome.DONE;
            });
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .filter(thread -> thread.getName().startsWith("taskforge-lifecycle"))
        .filter(thread -> !thread.getName().contains("-job"))
        .count();
  }

  private boolean isDone(JobId id) {
    return store.queries().job(id).orElseThrow().state() == JobState.SUCCEEDED;
  }

  @Test
  void starting_and_closing_are_idempotent_and_leave_no_thread() {
    TaskForge forge = builder().build();
    forge.start();
    long threads = threads();
    forge.start();
    assertThat(threads()).isEqualTo(threads).isEqualTo(10);
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    Await.until("the job is done", () -> isDone(id));
    forge.close();
    forge.close();

    Await.until("the threads have ended", () -> threads() == 0);
    assertThat(store.queries().workers()).isEmpty();
    assertThatThrownBy(forge::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed; build another");
  }

  @Test
  void a_worker_closed_before_its_start_can_still_enqueue() {
    TaskForge forge = builder().build();
    forge.close();
    assertThatThrownBy(forge::start).isInstanceOf(IllegalStateException.class);
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    assertThat(store.queries().job(id).orElseThrow()).isQueued();
    assertThat(threads()).isZero();
  }

  @Test
  void starting_and_closing_from_several_threads_leaves_no_thread() throws InterruptedException {
    TaskForge forge = builder().build();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      boolean starts = i % 2 == 0;
      Thread caller =
          new Thread(
              () -> {
                try {
                  go.await();
                  if (starts) {
                    forge.start();
                  } else {
                    forge.close();
                  }
                } catch (InterruptedException | IllegalStateException e) {
                  // It was closed before it was started.
                }
              });
      caller.start();
      callers.add(caller);
    }
    go.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
    forge.close();
    Await.until("the threads have ended", () -> threads() == 0);
  }

  @Test
  void jobs_are_run_retried_and_committed_by_the_threads() {
    TaskForge forge =
        builder()
            .handler(
                JobType.of("flaky", Object.class),
                (payload, context) -> {
                  if (context.attempt() < 3) {
                    throw new java.io.IOException("broken pipe");
                  }
                  return Outcome.DONE;
                })
            .retryPolicy(RetryPolicy.fixed(ofMillis(5)))
            .pollInterval(ofMillis(5))
            .build()
            .start();
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      ids.add(forge.enqueue(JobRequest.of(i % 2 == 0 ? "call" : "flaky")).id());
    }
    Await.until("all are done", () -> ids.stream().allMatch(this::isDone));
    forge.close();
    assertThat(runs.get()).isEqualTo(100);
  }

  @Test
  void an_enqueue_wakes_a_sleeping_worker() {
    TaskForge forge = builder().pollInterval(Duration.ofSeconds(Long.MAX_VALUE)).build().start();
    Await.until("the worker is known", () -> !store.queries().workers().isEmpty());
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    Await.until("the job is done", () -> isDone(id));
    forge.close();
  }

  @Test
  void closing_lets_running_jobs_end_within_the_grace_period() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    TaskForge forge =
        builder()
            .shutdownGrace(Duration.ofSeconds(Long.MAX_VALUE))
            .handler(
                JobType.of("slow", Object.class),
                (payload, context) -> {
                  running.countDown();
                  finish.await();
                  return Outcome.DONE;
                })
            .build()
            .start();
    JobId slow = forge.enqueue(JobRequest.of("slow")).id();
    running.await();
    Thread closing = new Thread(forge::close);
    closing.start();
    JobId late = forge.enqueue(JobRequest.of("call")).id();
    Await.until("the fetcher has ended", () -> threads() == 9);
    finish.countDown();
    closing.join();

    assertThat(store.queries().job(slow).orElseThrow()).succeeded().afterAttempts(1);
    assertThat(store.queries().job(late).orElseThrow().state())
        .isIn(JobState.QUEUED, JobState.SUCCEEDED);
  }

  @Test
  void heartbeats_continue_while_all_handlers_keep_their_threads_busy() {
    int busy = Runtime.getRuntime().availableProcessors() * 2;
    AtomicBoolean stop = new AtomicBoolean();
    TaskForge forge =
        builder()
            .concurrency(busy)
            .lease(ofSeconds(3))
            .handler(
                JobType.of("spin", Object.class),
                (payload, context) -> {
                  while (!stop.get()) {
                    Thread.onSpinWait();
                  }
                  return Outcome.DONE;
                })
            .build()
            .start();
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < busy; i++) {
      ids.add(forge.enqueue(JobRequest.of("spin")).id());
    }
    Await.until("all run", () -> ids.stream().allMatch(id -> lease(id) != null));
    List<Instant> first = ids.stream().map(this::expiry).toList();
    Await.until(
        "all leases were extended",
        () -> IntStream.range(0, busy).allMatch(i -> expiry(ids.get(i)).isAfter(first.get(i))));
    stop.set(true);
    forge.close();

    assertThat(ids).allMatch(this::isDone);
  }

  private Job.@Nullable RunningLease lease(JobId id) {
    return store.queries().job(id).orElseThrow().lease();
  }

  private Instant expiry(JobId id) {
    return Objects.requireNonNull(lease(id)).expiresAt();
  }

  @Test
  void closing_while_the_store_hangs_takes_little_more_than_the_grace_period() {
    UnreliableStore hanging = new UnreliableStore(store);
    TaskForge forge = builder().store(hanging).shutdownGrace(ofMillis(300)).build().start();
    Await.until("the threads run", () -> threads() == 10);
    hanging.hang(UnreliableStore.Mode.HANGS_BEFORE);
    Await.until("calls hang", () -> hanging.hanging() > 0);

    long begun = System.nanoTime();
    forge.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(ofMillis(2_300));

    hanging.heal();
    Await.until("the threads have ended", () -> threads() == 0);
  }

  @Test
  void a_handler_may_close_its_own_worker() {
    TaskForge[] self = new TaskForge[1];
    TaskForge forge =
        builder()
            .shutdownGrace(ofMillis(1))
            .handler(
                JobType.of("closes", Object.class),
                (payload, context) -> {
                  self[0].close();
                  return Outcome.DONE;
                })
            .build();
    self[0] = forge;
    forge.start();
    JobId id = forge.enqueue(JobRequest.of("closes")).id();
    Await.until("the threads have ended", () -> threads() == 0);

    assertThat(store.queries().job(id).orElseThrow()).isQueued();
    assertThat(store.queries().job(id).orElseThrow().counters()).isEqualTo(new Counters(0, 0, 1));
  }

  @Test
  void a_worker_survives_an_outage_of_the_store() {
    UnreliableStore unreliable = new UnreliableStore(store);
    TaskForge forge =
        TaskForge.builder()
            .store(unreliable)
            .name("lifecycle")
            .lease(ofSeconds(1))
            .pollInterval(ofMillis(5))
            .handler(JobType.of("call", Object.class), (payload, context) -> Outcome.DONE)
            .build()
            .start();
    unreliable.goAway();
    AtomicInteger claims = new AtomicInteger();
    unreliable.afterClaim(claims::incrementAndGet);
    engineOf(forge).arrivals().wakeFetcher();
    unreliable.heal();
    Await.until("it claims again", () -> claims.get() > 1);
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    Await.until("the job is done", () -> isDone(id));
    forge.close();
  }

  @Test
  void a_worker_that_starts_while_the_store_is_away_works_once_it_is_back() {
    UnreliableStore unreliable = new UnreliableStore(store);
    unreliable.goAway();
    TaskForge forge =
        builder()
            .store(unreliable)
            .queue("default", queue -> queue.deadLetterQueue("dead"))
            .build()
            .start();
    JobId id = TaskForge.builder().store(store).build().enqueue(JobRequest.of("call")).id();
    assertThat(engineOf(forge).fetch()).isPositive();
    assertThat(store.queries().job(id).orElseThrow()).isQueued();

    unreliable.heal();
    Await.until("the job is done", () -> isDone(id));
    forge.close();

    assertThat(store.queue(new QueueName("default")).orElseThrow().settings().deadLetterQueue())
        .isEqualTo(new QueueName("dead"));
  }

  @Test
  void a_worker_whose_settings_are_rejected_does_not_start() {
    StoreException rejected =
        new StoreException("use the database", false, new IllegalStateException("other schema"));
    UnreliableStore rejecting =
        new UnreliableStore(store) {
          @Override
          public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings wanted) {
            throw rejected;
          }
        };
    TaskForge forge =
        builder().store(rejecting).queue("default", queue -> queue.deadLetterQueue("dead")).build();

    assertThatThrownBy(forge::start).isSameAs(rejected);
    assertThat(threads()).isZero();
    forge.close();
  }

  @Test
  void jobs_of_types_that_a_worker_does_not_run_do_not_wake_it() {
    UnreliableStore counted = new UnreliableStore(store);
    AtomicInteger claims = new AtomicInteger();
    counted.afterClaim(claims::incrementAndGet);
    TaskForge forge =
        TaskForge.builder()
            .store(counted)
            .name("lifecycle")
            .pollInterval(ofDays(1))
            .handler(JobType.of("call", Object.class), (payload, context) -> Outcome.DONE)
            .build()
            .start();
    for (int i = 0; i < 1_000; i++) {
      forge.enqueue(JobRequest.of("of-another-worker"));
    }
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    Await.until("the job is done", () -> isDone(id));
    forge.close();

    // At the start, for the job, and when its place is free again.
    assertThat(claims).hasValueLessThan(10);
  }
}

package io.taskforge.client;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.taskforge.JobType;
import io.taskforge.TaskForgeVersion;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.failure.ErrorType;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.io.FileNotFoundException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Remote workers with a server in this process, in real time. */
@Tag("jdk")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a worker works while its block runs, which need not name it
class RemoteWorkerTest {
  record Mail(String to, int number) {}

  private static final JobType<Mail> MAIL = JobType.of("mail", Mail.class);

  private final ManualClock clock = ManualClock.startingAt(Instant.parse("2030-01-01T00:00:00Z"));
  @TempDir Path directory;
  private JobStore store;
  private Server server;
  private TaskForgeClient client;

  @BeforeEach
  void open() {
    store = new MemoryJobStore(clock);
    server = open(0);
    client = TaskForgeClient.of(server.url(), null);
  }

  private Server open(int port) {
    Server opened =
        Server.open(
            new Settings().flag("port", port).flag("shutdownGrace", "1s").options(),
            store,
            EngineEnvironment.production());
    opened.startWorker();
    return opened;
  }

  @AfterEach
  void close() {
    server.close();
    store.close();
  }

  private RemoteWorkerBuilder worker() {
    return client.worker().pollInterval(ofMillis(20)).shutdownGrace(ofSeconds(5));
  }

  private JobId enqueue(int number) {
    return client.enqueue(MAIL, new Mail("ann@example.org", number)).id();
  }

  private Job job(JobId id) {
    return store.queries().job(id).orElseThrow();
  }

  private void awaitState(JobId id, JobState state) {
    await().atMost(ofSeconds(30)).until(() -> job(id).state() == state);
  }

  private void awaitAll(List<JobId> ids) {
    await()
        .atMost(ofSeconds(30))
        .until(() -> ids.stream().allMatch(id -> job(id).state() == JobState.SUCCEEDED));
  }

  private Attempt lastAttempt(JobId id) {
    List<Attempt> history = server.forge().history(id, 100);
    return history.get(history.size() - 1);
  }

  @Test
  void jobs_run_and_their_results_are_kept() {
    List<JobId> ids = IntStream.range(0, 100).mapToObj(this::enqueue).toList();

    try (RemoteWorker ignored =
        worker()
            .concurrency(8)
            .handler(
                MAIL,
                (mail, context) -> {
                  context.log("to " + mail.to());
                  context.progress(0.5);
                  return Outcome.done(Map.of("sent", mail.number()));
                })
            .start()) {
      awaitAll(ids);
    }

    assertThat(job(ids.get(42)).resultIfAny().orElseThrow().json()).isEqualTo("{\"sent\":42}");
    assertThat(lastAttempt(ids.get(42)).run().log()).containsExactly("to ann@example.org");
    assertThat(lastAttempt(ids.get(42)).run().progress()).isEqualTo(0.5);
  }

  @Test
  void every_outcome_has_its_effect() {
    try (RemoteWorker ignored =
        worker()
            .handler(
                MAIL,
                (mail, context) ->
                    switch (mail.to()) {
                      case "snooze" -> Outcome.snooze(ofMinutes(5), "later");
                      case "discard" -> Outcome.discard("obsolete");
                      case "dead" -> Outcome.deadLetter("no such customer");
                      case "retry" ->
                          Outcome.retryIn(ofMinutes(7), ErrorType.of("busy"), "call back");
                      default -> throw new FileNotFoundException("no such file");
                    })
            .start()) {
      assertThat(afterwards("snooze", JobState.QUEUED).status()).isEqualTo(AttemptStatus.SNOOZED);
      assertThat(afterwards("discard", JobState.CANCELLED).explanation()).contains("obsolete");
      assertThat(afterwards("dead", JobState.FAILED).explanation()).contains("no such customer");
      assertThat(afterwards("retry", JobState.RETRYING).explanation()).contains("7m");
      Attempt.Result thrown = afterwards("throw", JobState.FAILED);
      assertThat(thrown.failure().type()).isEqualTo("NotFoundError");
      assertThat(thrown.failure().stackTrace()).contains("RemoteWorkerTest");
      assertThat(thrown.explanation()).as("matched by its full class name").contains("never");
    }
  }

  private Attempt.Result afterwards(String to, JobState state) {
    JobId id =
        client
            .enqueue(
                MAIL.with(new Mail(to, 0))
                    .retryPolicy(
                        RetryPolicy.fixed(ofMinutes(1)).never(FileNotFoundException.class)))
            .id();
    await().atMost(ofSeconds(30)).until(() -> !server.forge().history(id, 1).isEmpty());
    awaitState(id, state);
    return lastAttempt(id).result();
  }

  @Test
  void a_server_that_restarts_loses_nothing() throws Exception {
    close();
    store = onDisk();
    server = open(URI.create(client.api().url()).getPort());
    CountDownLatch restarted = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(2);
    List<JobId> ids = IntStream.range(0, 20).mapToObj(this::enqueue).toList();
    AtomicInteger runs = new AtomicInteger();

    try (RemoteWorker ignored =
        worker()
            .concurrency(2)
            .handler(
                MAIL,
                mail -> {
                  runs.incrementAndGet();
                  running.countDown();
                  restarted.await();
                })
            .start()) {
      running.await();
      close();
      // The results of the two running jobs wait for the server.
      restarted.countDown();
      store = onDisk();
      server = open(URI.create(client.api().url()).getPort());
      awaitAll(ids);
    }

    assertThat(runs).hasValue(20);
  }

  private JobStore onDisk() {
    return SqliteJobStore.builder(directory.resolve("jobs.db")).clock(clock).build();
  }

  @Test
  void a_stale_result_changes_nothing() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch rescued = new CountDownLatch(1);
    JobId id = enqueue(1);

    try (RemoteWorker ignored =
        worker()
            .handler(
                MAIL,
                (mail, context) -> {
                  if (context.attempt() == 1) {
                    running.countDown();
                    rescued.await();
                  }
                  return Outcome.done(context.attempt());
                })
            .start()) {
      running.await();
      // The heartbeat is due in 10 seconds by the worker's clock.
      clock.advance(ofMinutes(1));
      awaitState(id, JobState.SUCCEEDED);
      rescued.countDown();
    }

    assertThat(job(id).resultIfAny().orElseThrow().json()).isEqualTo("2");
    assertThat(server.forge().history(id, 100))
        .extracting(attempt -> attempt.result().status())
        .containsExactly(AttemptStatus.LOST, AttemptStatus.SUCCEEDED);
  }

  @Test
  void a_shutdown_gives_unfinished_jobs_back() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    JobId id = enqueue(1);
    RemoteWorker worker =
        worker()
            .shutdownGrace(ofMillis(50))
            .handler(
                MAIL,
                (mail, context) -> {
                  running.countDown();
                  new CountDownLatch(1).await();
                  return Outcome.DONE;
                })
            .start();
    running.await();

    worker.close();

    assertThat(job(id).state()).isEqualTo(JobState.QUEUED);
    assertThat(job(id).counters().interruptions()).isEqualTo(1);
    assertThat(job(id).counters().failures()).isZero();
  }

  @Test
  void a_cancelled_job_is_interrupted() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger cancelled = new AtomicInteger();
    JobId id = enqueue(1);

    try (RemoteWorker ignored =
        worker()
            .lease(ofSeconds(1))
            .handler(
                MAIL,
                (mail, context) -> {
                  running.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } finally {
                    cancelled.set(context.isCancelled() ? 1 : -1);
                  }
                  return Outcome.DONE;
                })
            .start()) {
      running.await();
      server.forge().cancel(id, "enough");
      awaitState(id, JobState.CANCELLED);
    }

    assertThat(cancelled).hasValue(1);
  }

  @Test
  void a_job_that_runs_too_long_is_a_timeout() {
    JobId id =
        client
            .enqueue(
                MAIL.with(new Mail("x", 1)).timeout(ofMillis(50)).guarantee(Guarantee.AT_MOST_ONCE))
            .id();

    try (RemoteWorker ignored =
        worker().handler(MAIL, mail -> new CountDownLatch(1).await()).start()) {
      awaitState(id, JobState.FAILED);
    }

    assertThat(job(id).lastError().type()).isEqualTo("timeout");
  }

  @Test
  void an_operator_quiets_resumes_and_stops_a_worker() throws Exception {
    try (RemoteWorker worker = worker().name("w").handler(MAIL, mail -> {}).start()) {
      awaitState(enqueue(1), JobState.SUCCEEDED);
      store.setMode(new WorkerId("w"), WorkerMode.QUIET);
      // A claim that was under way may still take a job.
      JobId held = enqueue(2);
      store.setMode(new WorkerId("w"), WorkerMode.ACTIVE);
      awaitState(held, JobState.SUCCEEDED);

      store.setMode(new WorkerId("w"), WorkerMode.STOPPING);
      worker.awaitClose();
    }
  }

  @Test
  void batches_are_enqueued_with_all_their_options() {
    List<EnqueuedJob> enqueued =
        client.enqueueAll(
            List.of(
                MAIL.with(new Mail("a", 1)).idempotencyKey("k").queue("mail").priority(7),
                MAIL.with(new Mail("b", 2))
                    .delay(ofMinutes(5))
                    .tags("customer:42")
                    .retryPolicy("patient")
                    .maxRetries(9)));
    EnqueuedJob again = client.enqueue(MAIL.with(new Mail("a", 1)).idempotencyKey("k"));

    assertThat(enqueued).extracting(EnqueuedJob::created).containsExactly(true, true);
    assertThat(again).isEqualTo(new EnqueuedJob(enqueued.get(0).id(), false));
    Job first = job(enqueued.get(0).id());
    assertThat(first.queue().value()).isEqualTo("mail");
    assertThat(first.settings().priority()).isEqualTo(7);
    Job second = job(enqueued.get(1).id());
    assertThat(second.settings().tags()).containsExactly("customer:42");
    assertThat(second.settings().retryPolicy()).contains("patient").contains("9");
    assertThat(second.runAt()).isAfter(second.createdAt().plus(ofMinutes(4)));
  }

  @Test
  void a_worker_announces_the_version_of_taskforge_or_that_of_its_program() {
    try (RemoteWorker ignored = worker().name("plain").handler(MAIL, mail -> {}).start();
        RemoteWorker ignoredToo =
            worker().name("own").version("1.4.2").handler(MAIL, mail -> {}).start()) {
      await()
          .untilAsserted(
              () ->
                  assertThat(store.queries().workers())
                      .extracting(worker -> worker.id().value() + " " + worker.version())
                      .contains("plain " + TaskForgeVersion.get(), "own 1.4.2"));
    }
  }

  @Test
  void what_the_server_rejects_is_an_exception_with_its_reason() {
    assertThatThrownBy(() -> client.enqueue(MAIL.with(new Mail("a", 1)).retryPolicy("nonsense")))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status()).isEqualTo(400);
              assertThat(e.isTransient()).isFalse();
              assertThat(e).hasMessageContaining("nonsense");
            });
    server.close();
    assertThatThrownBy(() -> enqueue(1))
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.isTransient()).isTrue());
  }
}

package io.taskforge.bench.compare;

import io.taskforge.bench.peer.DbScheduler;
import io.taskforge.bench.peer.JobRunrPeer;
import io.taskforge.bench.peer.Logs;
import io.taskforge.bench.peer.QuartzPeer;
import io.taskforge.bench.peer.RawSql;
import io.taskforge.cli.load.ForgeSystem;
import io.taskforge.cli.load.Histogram;
import io.taskforge.cli.load.JobSystem;
import io.taskforge.cli.load.NewJob;
import io.taskforge.cli.load.Producer;
import io.taskforge.cli.load.Work;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.json.strict.Json;
import io.taskforge.store.JobStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The main class of a worker process: runs one system, and answers each command on standard input
 * with one line of JSON. Jobs have their enqueue time as payload, so that another process on the
 * same machine can measure latencies.
 */
public final class Worker {
  private static final String SQLITE = "jdbc:sqlite:";

  private final String name;
  private final String url;
  private @Nullable JobStore store;
  private JobSystem system;
  private Work work = new Work(0, Duration.ZERO, Worker::micros);
  private @Nullable Runnable stop;

  private Worker(String name, String url) {
    this.name = name;
    this.url = url;
    this.system = open();
  }

  /** Runs a system: arguments are its name and the JDBC URL. */
  public static void main(String[] args) throws Exception {
    Logs.quiet();
    PrintStream answers = System.out;
    System.setOut(System.err); // libraries that print must not break the protocol
    Worker worker = new Worker(args[0], args[1]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      answers.println(Json.write(worker.answer(Command.parse(line))));
      answers.flush();
    }
    System.exit(0); // some systems leave threads behind
  }

  private JobSystem open() {
    return switch (name) {
      case "taskforge" -> new ForgeSystem(PostgresJobStore.builder(url).build());
      case "taskforge-sqlite" -> {
        store = SqliteJobStore.open(file());
        yield new ForgeSystem(store);
      }
      case "raw-sql" -> new RawSql(url);
      case "db-scheduler" -> new DbScheduler(url + "&reWriteBatchedInserts=true");
      case "db-scheduler-sqlite" ->
          new DbScheduler(url + "?journal_mode=WAL&synchronous=FULL&busy_timeout=10000");
      case "jobrunr" -> new JobRunrPeer(url + "&reWriteBatchedInserts=true");
      case "quartz" -> new QuartzPeer(url + "&reWriteBatchedInserts=true");
      default -> throw new IllegalArgumentException("unknown system: " + name);
    };
  }

  private Path file() {
    return Path.of(url.substring(SQLITE.length()));
  }

  static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private ObjectNode answer(Command command) {
    try {
      return switch (command.name()) {
        case "create" -> create();
        case "recreate" -> recreate();
        case "notify" -> Json.object(); // for systems with two kinds of queues
        case "enqueue" ->
            took(producer().enqueue(command.get("jobs"), i -> job(command, i), n -> {}));
        case "single" ->
            took(producer().enqueueSingly(i -> i < command.get("jobs") ? job(command, i) : null));
        case "produce" ->
            took(
                command.get("batch") > 0
                    ? produceBatches(command)
                    : producer().enqueueSingly(paced(command)));
        case "start" -> start(command);
        case "forget" -> forget();
        case "wait" -> waits(command);
        case "stop" -> stop();
        case "state" -> counts();
        default -> throw new IllegalArgumentException("unknown command: " + command.name());
      };
    } catch (Exception e) {
      e.printStackTrace();
      return Json.object().put("error", e.toString());
    }
  }

  private Producer producer() {
    return new Producer(system, System::nanoTime);
  }

  private ObjectNode create() throws Exception {
    system.create();
    return Json.object();
  }

  /** Begins again with a new SQLite file. */
  private ObjectNode recreate() throws Exception {
    system.close();
    if (store != null) {
      store.close();
    }
    for (String suffix : new String[] {"", "-wal", "-shm"}) {
      Files.deleteIfExists(Path.of(file() + suffix));
    }
    system = open();
    return create();
  }

  private static ObjectNode took(double seconds) {
    return Json.object().put("seconds", seconds);
  }

  private static NewJob job(Command command, long number) {
    long tenants = command.get("tenants");
    long priorities = command.get("priorities");
    return new NewJob(
        micros(),
        tenants == 0 ? 0 : (int) (1 + number % tenants),
        Duration.ofSeconds(command.get("delay")),
        priorities == 0 ? 0 : (int) (number % priorities));
  }

  /**
   * Returns jobs at a fixed rate, or without a pause if there is no rate. Their payload is the time
   * at which they were due: a system that falls behind cannot hide it by enqueuing later.
   */
  private static LongFunction<@Nullable NewJob> paced(Command command) {
    long start = micros();
    long end = start + command.get("seconds") * 1_000_000;
    long rate = command.get("rate");
    return i -> {
      long due = rate == 0 ? micros() : start + i * 1_000_000 / rate;
      if (due > end) {
        return null;
      }
      sleepUntil(due);
      return new NewJob(due);
    };
  }

  /** Enqueues at a fixed rate, all jobs of an interval together; {@code batch} is it, in ms. */
  private double produceBatches(Command command) throws Exception {
    long start = micros();
    long interval = command.get("batch") * 1_000;
    long end = start + command.get("seconds") * 1_000_000;
    long sent = 0;
    for (long due = start + interval; due <= end; due += interval) {
      sleepUntil(due);
      long wanted = command.get("rate") * (due - start) / 1_000_000;
      if (wanted > sent) {
        system.enqueueAll(Collections.nCopies((int) (wanted - sent), new NewJob(due)));
        sent = wanted;
      }
    }
    return (micros() - start) / 1e6;
  }

  private static void sleepUntil(long micros) {
    try {
      for (long left = micros - micros(); left > 0; left = micros - micros()) {
        Thread.sleep(left / 1_000, (int) (left % 1_000) * 1_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ObjectNode start(Command command) throws Exception {
    work =
        new Work(
            (int) command.get("failures"), Duration.ofMillis(command.get("pause")), Worker::micros);
    stop = system.work((int) command.get("concurrency"), work);
    return Json.object();
  }

  private ObjectNode stop() {
    if (stop != null) {
      stop.run();
      stop = null;
    }
    return summary();
  }

  /** Removes the latencies so far, which are those of the first jobs after a pause. */
  private ObjectNode forget() {
    work.startLatency().clear();
    work.endLatency().clear();
    return Json.object();
  }

  /** Counts how often per second threads that do nothing else wait for {@code pause} ms. */
  private static ObjectNode waits(Command command) throws InterruptedException {
    int threads = (int) command.get("threads");
    long seconds = command.get("seconds");
    Work waiting = new Work(0, Duration.ofMillis(command.get("pause")), Worker::micros);
    long end = micros() + seconds * 1_000_000;
    CountDownLatch ended = new CountDownLatch(threads);
    try (HandlerThreads of = HandlerThreads.best("wait", threads)) {
      for (int i = 0; i < threads; i++) {
        of.run(() -> waitUntil(end, waiting, ended));
      }
      ended.await();
    }
    return Json.object().put("rate", (double) waiting.started() / seconds);
  }

  private static void waitUntil(long end, Work waiting, CountDownLatch ended) {
    try {
      for (long now = micros(); now < end; now = micros()) {
        waiting.run(now, 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  private ObjectNode counts() {
    return Json.object()
        .put("done", work.done())
        .put("lastAt", work.lastAt())
        .put("mostInFlight", work.mostInFlight());
  }

  private ObjectNode summary() {
    ObjectNode state = counts();
    latency(state, "start", work.startLatency());
    latency(state, "end", work.endLatency());
    return state;
  }

  private static void latency(ObjectNode state, String name, Histogram histogram) {
    state.putObject(name).put("p50", histogram.millis(0.5)).put("p99", histogram.millis(0.99));
  }
}

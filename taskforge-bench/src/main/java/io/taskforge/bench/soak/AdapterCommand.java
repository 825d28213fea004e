package io.taskforge.bench.soak;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeVersion;
import io.taskforge.cli.load.Histogram;
import io.taskforge.cli.output.Console;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;

/** An adapter of the public long-horizon harness: produces and runs jobs until it is stopped. */
@Command(
    name = "adapter",
    description =
        "Runs as an adapter of the public long-horizon harness for PostgreSQL job queues:"
            + " environment variables in, lines of JSON out, until SIGTERM.")
public final class AdapterCommand implements Callable<Integer> {
  private static final JobType<String> TYPE = JobType.of("long-horizon", String.class);
  private static final int WINDOW_SECONDS = 30;
  private static final int DEPTH_MILLIS = 250;
  private static final Duration LONGEST_STOP = Duration.ofMillis(4_500);

  private final Console console;
  private final LongAdder enqueued = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private volatile Histogram current = new Histogram();

  public AdapterCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    AdapterSettings settings = AdapterSettings.from(console.environment());
    console.out().println(AdapterLines.descriptor(TaskForgeVersion.get(), Instant.now()));
    PostgresJobStore store = PostgresJobStore.builder(settings.url()).build();
    TaskForge forge = forge(store, settings);
    Thread producer = new Thread(() -> produce(forge, settings), "producer");
    producer.setDaemon(true);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  end(forge, store);
                  Runtime.getRuntime().halt(0); // the harness expects 0 after SIGTERM
                }));
    if (settings.workers() > 0) {
      forge.start();
    }
    producer.start();
    report(settings);
    return 0;
  }

  /** Ends within the time that the harness allows, even if the database does not answer. */
  private static void end(TaskForge forge, PostgresJobStore store) {
    Thread closing =
        new Thread(
            () -> {
              forge.close();
              store.close();
            });
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(LONGEST_STOP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private TaskForge forge(PostgresJobStore store, AdapterSettings settings) {
    return TaskForge.builder()
        .store(store)
        .concurrency(Math.max(1, settings.workers()))
        .shutdownGrace(Duration.ofSeconds(2))
        .listener(
            event -> {
              if (event.transition() == Transition.COMPLETED) {
                completed.increment();
              }
            })
        .handler(
            TYPE,
            (payload, context) -> {
              long sent = Long.parseLong(payload.substring(0, payload.indexOf(' ')));
              current.record((System.currentTimeMillis() - sent) * 1_000);
              Thread.sleep(settings.workMillis());
              return Outcome.DONE;
            })
        .build();
  }

  private void produce(TaskForge forge, AdapterSettings settings) {
    double credit = 0;
    long last = System.nanoTime();
    while (true) {
      try {
        Thread.sleep(settings.depth() > 0 ? DEPTH_MILLIS : settings.batchMillis());
        long now = System.nanoTime();
        credit =
            settings.depth() > 0
                ? settings.depth() - waiting(settings)
                : credit + (now - last) / 1e9 * settings.rate();
        last = now;
        while (credit >= 1) {
          int size = (int) Math.min(credit, settings.batchMax());
          forge.enqueueAll(batch(size, settings.payloadBytes()));
          enqueued.add(size);
          credit -= size;
        }
      } catch (InterruptedException e) {
        return;
      } catch (SQLException | RuntimeException e) {
        console.err().println("enqueue failed, will retry: " + e.getMessage());
      }
    }
  }

  private static List<JobRequest> batch(int size, int bytes) {
    List<JobRequest> batch = new ArrayList<>(size);
    String time = System.currentTimeMillis() + " ";
    String payload = time + "x".repeat(Math.max(0, bytes - time.length()));
    for (int i = 0; i < size; i++) {
      batch.add(TYPE.with(payload));
    }
    return batch;
  }

  /** Counts waiting jobs; the statistics of TaskForge would count finished ones too. */
  private static long waiting(AdapterSettings settings) throws SQLException {
    try (Connection connection = DriverManager.getConnection(settings.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM taskforge_ready")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void report(AdapterSettings settings) throws InterruptedException {
    Deque<Histogram> window = new ArrayDeque<>();
    int period = settings.sampleSeconds();
    long wasEnqueued = 0;
    long wasCompleted = 0;
    while (true) {
      Thread.sleep(AdapterLines.untilNextTick(System.currentTimeMillis(), period));
      window.addLast(current);
      current = new Histogram();
      if (window.size() > Math.max(1, WINDOW_SECONDS / period)) {
        window.removeFirst();
      }
      Histogram latest = new Histogram();
      window.forEach(latest::add);
      Instant at = Instant.now();
      print(at, "claim_p50_ms", latest.millis(0.5), WINDOW_SECONDS);
      print(at, "claim_p95_ms", latest.millis(0.95), WINDOW_SECONDS);
      print(at, "claim_p99_ms", latest.millis(0.99), WINDOW_SECONDS);
      long nowEnqueued = enqueued.sum();
      long nowCompleted = completed.sum();
      print(at, "enqueue_rate", (double) (nowEnqueued - wasEnqueued) / period, period);
      print(at, "completion_rate", (double) (nowCompleted - wasCompleted) / period, period);
      wasEnqueued = nowEnqueued;
      wasCompleted = nowCompleted;
      try {
        print(at, "queue_depth", (double) waiting(settings), 0);
      } catch (SQLException e) {
        console.err().println("queue depth is unknown: " + e.getMessage());
      }
    }
  }

  private void print(Instant at, String metric, double value, int window) {
    console.out().println(AdapterLines.metric(at, metric, value, window));
  }
}

package io.taskforge.bench.chaos;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.bench.peer.Logs;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.check.RecordingStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The main class of a program whose disk is recorded: enqueues and runs jobs in a SQLite file,
 * closes it and does so again. An event is written only after the store has acknowledged what it
 * says. A second connection copies the write-ahead log into the file and starts the log again, far
 * more often than the store does.
 */
public final class PowerCutProgram {
  static final String DATABASE = "jobs.db";
  static final String EVENTS = "jobs.events";
  private static final int LIVES = 2;
  private static final int CLIENTS = 3;
  private static final int SECONDS = 2;
  private static final int CHECKPOINT_MILLIS = 100;
  private static final String POLICY = "soon";

  private PowerCutProgram() {}

  /** Arguments are the directory, a seed, and how many jobs to run. */
  public static void main(String[] args) throws Exception {
    Logs.quiet();
    Path directory = Path.of(args[0]);
    long seed = Long.parseLong(args[1]);
    int jobs = Integer.parseInt(args[2]);
    try (EventFile events = new EventFile(directory.resolve(EVENTS))) {
      for (int life = 0; life < LIVES; life++) {
        live(directory.resolve(DATABASE), events, seed * LIVES + life, jobs / LIVES);
      }
    }
    System.exit(0);
  }

  private static void live(Path file, EventFile events, long seed, int jobs) throws Exception {
    try (SqliteJobStore store = SqliteJobStore.open(file);
        TaskForge forge =
            TaskForge.builder()
                .store(new RecordingStore(store, "worker", Instant::now, events))
                .concurrency(8)
                .queue(
                    ChaosWorker.QUEUE, queue -> queue.deadLetterQueue(ChaosWorker.QUEUE + "-dead"))
                .handler(JobType.of(ChaosWorker.TYPE, String.class), PowerCutProgram::handle)
                .build()) {
      forge
          .policies()
          .put(
              new PolicyName(POLICY),
              RetryPolicy.fixed(Duration.ofMillis(50)).jitter(Jitter.none()).maxRetries(2));
      forge.start();
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        ChaosOptions options = new ChaosOptions();
        options.jobs = jobs / CLIENTS;
        options.seconds = SECONDS;
        options.seed = seed * CLIENTS + i;
        options.killers = 0;
        Producer producer = new Producer(store, events, List.of(POLICY), options);
        clients.add(new Thread(producer, "client-" + i));
      }
      clients.forEach(Thread::start);
      while (clients.stream().anyMatch(Thread::isAlive)) {
        Thread.sleep(CHECKPOINT_MILLIS);
        checkpoint(file);
      }
    } // closes while jobs run
  }

  private static void checkpoint(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(RESTART)");
    }
  }

  private static Outcome handle(String payload, JobContext context) {
    if (payload.hashCode() % 3 == 0) {
      throw HandlerFailure.of(ErrorType.of("refused"), "one of three fails each time");
    }
    return Outcome.DONE;
  }
}

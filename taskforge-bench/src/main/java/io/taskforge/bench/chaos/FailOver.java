package io.taskforge.bench.chaos;

import io.taskforge.TaskForge;
import io.taskforge.job.StoreException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Snapshots;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The loss of a primary under load, step by step. */
final class FailOver {
  private static final Duration WARM_UP = Duration.ofSeconds(8);
  private static final Duration FROZEN = Duration.ofSeconds(6);
  private static final Duration STAYS_AWAY = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int TURN_MILLIS = 50;
  private static final String POLICY = "fail-over-jobs";
  private static final Duration RETRY_DELAY = Duration.ofMillis(500);
  private static final int MAX_RETRIES = 8;
  // More than the sockets between two servers hold. What is in them reaches a standby even after
  // its
  // primary was killed, so without this asynchronous replication would lose nothing here.
  private static final String FILL_SOCKETS =
      "INSERT INTO filler SELECT repeat(md5(n::text), 30) FROM generate_series(1, 16000) n";
  private static final String CONNECTIONS =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'taskforge'";

  private final PatroniCluster cluster;
  private final EventFile events;
  private final Path out;
  private final ChaosOptions options;
  private final boolean synchronous;
  private @Nullable Connection observer;
  private int connections;
  private int connectionsBefore;
  private Instant killedAt = Instant.MAX;
  private Instant promotedAt = Instant.MAX;
  private boolean returned;
  private boolean ended;

  FailOver(
      PatroniCluster cluster,
      EventFile events,
      Path out,
      ChaosOptions options,
      boolean synchronous) {
    this.cluster = cluster;
    this.events = events;
    this.out = out;
    this.options = options;
    this.synchronous = synchronous;
  }

  /**
   * What was measured.
   *
   * @param connectionsBefore the most connections to the primary before it was killed
   * @param connectionsAfter and to the new one
   * @param returned whether the killed server became a standby
   * @param ended whether all jobs have ended
   */
  record Figures(
      Instant killedAt,
      Instant promotedAt,
      int connectionsBefore,
      int connectionsAfter,
      boolean returned,
      boolean ended) {}

  Figures figures() {
    return new Figures(killedAt, promotedAt, connectionsBefore, connections, returned, ended);
  }

  /** Runs everything, and returns the event files of the workers. */
  List<Path> run(Consumer<String> steps) throws Exception {
    createSchema();
    WorkerCommand command = WorkerCommand.prepare(options, Build.current(), out, cluster.url());
    try (JobStore store = Database.open(cluster.url());
        Fleet fleet = new Fleet(options, out, events)) {
      setPolicy(store);
      for (int i = 0; i < options.workers; i++) {
        fleet.add(cluster.url(), command);
      }
      Producer producer = new Producer(store, events, List.of(POLICY), options);
      Thread client = new Thread(producer, "chaos-producer");
      client.setDaemon(true);
      client.start();
      if (!await(fleet, () -> allWork(fleet))) {
        throw new IOException("no worker runs jobs; see " + out.resolve("workers.log"));
      }
      pass(fleet, WARM_UP);
      replacePrimary(fleet, steps);
      events.accept(new Event.FaultsStopped(Instant.now(), "cluster"));
      steps.accept("waiting for the last jobs");
      Snapshots snapshots = new Snapshots(store, Instant::now, Producer.TENANTS, events);
      ended =
          await(fleet, () -> !client.isAlive())
              && await(fleet, () -> everythingHasEnded(snapshots));
      fleet.shutDown();
      snapshots.take(true);
      return fleet.files();
    } finally {
      forgetObserver();
    }
  }

  private static boolean allWork(Fleet fleet) {
    return fleet.files().size() == fleet.size()
        && fleet.files().stream().allMatch(file -> file.toFile().length() > 0);
  }

  private void createSchema() throws SQLException {
    try (Connection connection = DriverManager.getConnection(cluster.url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + Database.SCHEMA);
      statement.execute("CREATE TABLE filler (text text)");
    }
  }

  private void setPolicy(JobStore store) {
    RetryPolicy policy =
        RetryPolicy.fixed(RETRY_DELAY).jitter(Jitter.none()).maxRetries(MAX_RETRIES);
    List<Event.Interval> delays =
        Collections.nCopies(MAX_RETRIES, new Event.Interval(RETRY_DELAY, RETRY_DELAY));
    events.accept(new Event.PolicySet(Instant.now(), "operator", POLICY, MAX_RETRIES, delays));
    try (TaskForge operator = TaskForge.builder().store(store).name("operator").build()) {
      operator.policies().put(new PolicyName(POLICY), policy);
    }
  }

  private void replacePrimary(Fleet fleet, Consumer<String> steps) throws Exception {
    int primary = cluster.primary(PatroniCluster.nodes()).orElseThrow();
    List<Integer> standbys =
        PatroniCluster.nodes().stream().filter(node -> node != primary).toList();
    for (int node : standbys) {
      cluster.run("freeze", node);
    }
    step(steps, "standbys frozen");
    if (!synchronous) {
      fillSockets(primary);
    }
    pass(fleet, FROZEN);
    connectionsBefore = connections;
    killedAt = Instant.now();
    cluster.run("kill", primary);
    forgetObserver();
    connections = 0;
    step(steps, "primary killed");
    for (int node : standbys) {
      cluster.run("thaw", node);
    }
    if (!await(fleet, () -> cluster.primary(standbys).isPresent())) {
      throw new IOException("no standby was promoted; see the logs in " + out.resolve("nodes"));
    }
    promotedAt = Instant.now();
    step(steps, "standby promoted");
    pass(fleet, STAYS_AWAY);
    cluster.run("start", primary);
    returned = await(fleet, () -> cluster.role(primary) == PatroniCluster.Role.STANDBY);
    step(steps, "killed server returned");
  }

  private void step(Consumer<String> steps, String what) {
    events.accept(new Event.Fault(Instant.now(), "cluster", what));
    steps.accept(what);
  }

  private void fillSockets(int primary) throws SQLException {
    try (Connection connection = cluster.connect(primary);
        Statement statement = connection.createStatement()) {
      statement.execute(FILL_SOCKETS);
    }
  }

  private void pass(Fleet fleet, Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      turn(fleet);
    }
  }

  private boolean await(Fleet fleet, BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      turn(fleet);
    }
    return true;
  }

  private void turn(Fleet fleet) throws Exception {
    fleet.replaceExited();
    observe();
    Thread.sleep(TURN_MILLIS);
  }

  /** Counts the connections to the primary, if there is one. */
  private void observe() {
    try {
      if (observer == null) {
        observer = DriverManager.getConnection(cluster.url() + "&connectTimeout=1&socketTimeout=2");
      }
      try (Statement statement = observer.createStatement();
          ResultSet row = statement.executeQuery(CONNECTIONS)) {
        row.next();
        connections = Math.max(connections, row.getInt(1));
      }
    } catch (SQLException e) {
      forgetObserver();
    }
  }

  private void forgetObserver() {
    try {
      if (observer != null) {
        observer.close();
      }
    } catch (SQLException e) {
      // It is of no use any more.
    }
    observer = null;
  }

  private static boolean everythingHasEnded(Snapshots snapshots) {
    try {
      return snapshots.everythingHasEnded();
    } catch (StoreException e) {
      return false; // not back yet
    }
  }
}

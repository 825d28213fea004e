package io.taskforge.bench.chaos;

import io.taskforge.TaskForge;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.job.StoreException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Snapshots;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run on a database. */
final class ChaosRun {
  private static final int TURN_MILLIS = 20;
  private static final Map<String, RetryPolicy> POLICIES =
      new TreeMap<>(
          Map.of(
              "patient-jobs",
              RetryPolicy.exponential(Duration.ofMillis(500))
                  .cappedAt(Duration.ofSeconds(4))
                  .jitter(Jitter.equal())
                  .maxRetries(8),
              "hasty-jobs",
              RetryPolicy.fixed(Duration.ofMillis(300)).jitter(Jitter.none()).maxRetries(2)));

  private final ChaosOptions options;
  private final Path out;
  private final Database database;
  private final @Nullable Disk disk;
  private final EventFile events;
  private final List<Path> files;
  private final Progress progress;
  private long begun;

  ChaosRun(
      ChaosOptions options,
      Path out,
      Database database,
      @Nullable Disk disk,
      EventFile events,
      List<Path> files,
      Console console) {
    this.options = options;
    this.out = out;
    this.database = database;
    this.disk = disk;
    this.events = events;
    this.files = files;
    this.progress = new Progress(console, System::nanoTime, "chaos", options.seconds);
  }

  /**
   * What is known besides the events.
   *
   * @param drained how many seconds the last jobs took after the faults; null if some did not end
   * @param connections of the workers to the database, over time
   * @param deadlocks that the database has logged
   */
  record Result(
      @Nullable Double drained, List<DatabaseProbe.Connections> connections, long deadlocks) {}

  private double now() {
    return (System.nanoTime() - begun) / 1e9;
  }

  Result run() throws Exception {
    List<Proxy> proxies = new ArrayList<>();
    WorkerCommand command = WorkerCommand.prepare(options, out, database.url());
    begun = System.nanoTime();
    try (JobStore direct = Database.open(database.url());
        DatabaseProbe probe = new DatabaseProbe(database, events);
        Fleet fleet = new Fleet(options, command, out, events)) {
      setPolicies(direct);
      for (int i = 0; i <= options.workers && !database.isSqlite(); i++) {
        proxies.add(database.proxy());
      }
      for (int i = 0; i < options.workers; i++) {
        fleet.add(proxies.isEmpty() ? database.url() : database.url(proxies.get(i)));
      }
      Double drained = withLoad(direct, fleet, proxies);
      fleet.shutDown();
      files.addAll(fleet.files());
      new Snapshots(direct, Instant::now, Producer.TENANTS, events).take(true);
      return new Result(drained, probe.connections(), database.deadlocks());
    } finally {
      for (Proxy proxy : proxies) {
        proxy.close();
      }
    }
  }

  private void setPolicies(JobStore store) {
    try (TaskForge operator = TaskForge.builder().store(store).name("operator").build()) {
      for (Map.Entry<String, RetryPolicy> each : POLICIES.entrySet()) {
        RetryPolicy policy = each.getValue();
        List<Event.Interval> delays = new ArrayList<>();
        for (int retry = 1; retry <= policy.maxRetries(); retry++) {
          delays.add(new Event.Interval(policy.range(retry).min(), policy.range(retry).max()));
        }
        events.accept(
            new Event.PolicySet(
                Instant.now(), "operator", each.getKey(), policy.maxRetries(), delays));
        operator.policies().put(new PolicyName(each.getKey()), policy);
      }
    }
  }

  private @Nullable Double withLoad(JobStore direct, Fleet fleet, List<Proxy> proxies)
      throws Exception {
    Faults faults = new Faults(options, fleet, proxies, database, disk, events);
    faults.plan();
    try (JobStore store =
        Database.open(
            proxies.isEmpty() ? database.url() : database.url(proxies.get(options.workers)))) {
      Producer producer = new Producer(store, events, List.copyOf(POLICIES.keySet()), options);
      Thread load = new Thread(producer, "chaos-producer");
      load.setDaemon(true);
      load.start();
      while (now() < options.seconds) {
        faults.turn(now());
        fleet.replaceExited();
        progress.at((long) now());
        Thread.sleep(TURN_MILLIS);
      }
      faults.stop();
      progress.end(options.seconds);
      double stopped = now();
      load.join(Duration.ofSeconds(options.drainWithin).toMillis());
      boolean ended =
          producer.made() == options.jobs && drain(direct, fleet, stopped + options.drainWithin);
      return ended ? now() - stopped : null;
    }
  }

  private boolean drain(JobStore direct, Fleet fleet, double latest) throws Exception {
    Snapshots snapshots = new Snapshots(direct, Instant::now, List.of(), events);
    while (!hasEnded(snapshots)) {
      if (now() > latest) {
        return false;
      }
      fleet.replaceExited(); // a killer may be among the last
      Thread.sleep(TURN_MILLIS * 10);
    }
    return true;
  }

  private static boolean hasEnded(Snapshots snapshots) {
    try {
      return snapshots.everythingHasEnded();
    } catch (StoreException e) {
      return false; // the database is not back yet
    }
  }
}

package io.taskforge.bench.chaos;

import io.taskforge.TaskForge;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.job.StoreException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.check.Checker;
import io.taskforge.simulator.check.Chronology;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Snapshots;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs worker processes under faults and checks what happened. */
@Command(
    name = "chaos",
    description = {
      "Runs jobs on worker processes that are killed and paused, over a network that cuts, delays"
          + " and swallows, on a PostgreSQL that is killed; then checks every promise.",
      "The exit code is 1 if a promise was broken."
    })
public final class ChaosRunCommand implements Callable<Integer> {
  private static final int MAX_LOST_LEASES = 3;
  private static final Duration SLACK = Duration.ofMillis(100);
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

  private final Console console;

  @Option(names = "--jobs", paramLabel = "N", description = "Jobs; 5000 by default.")
  private int jobs = 5_000;

  @Option(names = "--workers", paramLabel = "N", description = "Worker processes; 4 by default.")
  private int workers = 4;

  @Option(names = "--seconds", paramLabel = "N", description = "Seconds of faults; 60 by default.")
  private int seconds = 60;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides which faults there are, and when; 1 by default.")
  private long seed = 1;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "jdbc:sqlite:FILE for a new file, or a PostgreSQL that is not killed, whose schema"
              + " taskforge_chaos is replaced; by default a PostgreSQL that it starts.")
  private @Nullable String db;

  @Option(
      names = "--kill-every",
      paramLabel = "S",
      description = "Seconds between kills of a worker, 0 for none; 2 by default.")
  private double killEvery = 2;

  @Option(
      names = "--pause-every",
      paramLabel = "S",
      description = "Seconds between pauses past the lease, 0 for none; 10 by default.")
  private double pauseEvery = 10;

  @Option(
      names = "--network-every",
      paramLabel = "S",
      description = "Seconds between faults of a connection, 0 for none; 3 by default.")
  private double networkEvery = 3;

  @Option(
      names = "--database-every",
      paramLabel = "S",
      description = "Seconds between kills of the database, 0 for none; 60 by default.")
  private double databaseEvery = 60;

  @Option(
      names = "--drain-within",
      paramLabel = "S",
      description = "Seconds after the faults in which all jobs must end; 120 by default.")
  private int drainWithin = 120;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where events and the report go; target/chaos by default.")
  private Path out = Path.of("target", "chaos");

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  public ChaosRunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    check("--jobs", jobs, 10_000_000);
    check("--workers", workers, 100);
    check("--seconds", seconds, 86_400);
    check("--drain-within", drainWithin, 86_400);
    out = Files.createDirectories(out.toAbsolutePath());
    deleteEvents();
    Path own = out.resolve("chaos.events");
    List<Path> files = new ArrayList<>();
    files.add(own);
    double drained;
    try (Database database = db == null ? Database.own(out.resolve("postgres")) : Database.at(db);
        EventFile events = new EventFile(own)) {
      Run run = new Run(database, events, files);
      drained = run.run();
    }
    List<Event> history = Chronology.order(EventLines.read(files), ChaosWorker.LEASE);
    ChaosReport report =
        new ChaosReport(
            seed, history, Checker.check(history, MAX_LOST_LEASES, SLACK), drained, out);
    report.write(console, json);
    return report.isClean() ? ExitCodes.OK : ExitCodes.UNEXPECTED;
  }

  private static void check(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "%s: %d is not allowed: must be from 1 to %d".formatted(option, value, most));
    }
  }

  private void deleteEvents() throws IOException {
    try (Stream<Path> old = Files.list(out)) {
      for (Path file : old.filter(each -> each.toString().endsWith(".events")).toList()) {
        Files.delete(file);
      }
    }
  }

  /** One run on a database. */
  private final class Run {
    private final Database database;
    private final EventFile events;
    private final List<Path> files;
    private final long begun = System.nanoTime();
    private final Progress progress = new Progress(console, System::nanoTime, "chaos", seconds);

    Run(Database database, EventFile events, List<Path> files) {
      this.database = database;
      this.events = events;
      this.files = files;
    }

    private double now() {
      return (System.nanoTime() - begun) / 1e9;
    }

    /** Returns how many seconds the last jobs took after the faults, or infinity. */
    double run() throws Exception {
      List<Proxy> proxies = new ArrayList<>();
      try (JobStore direct = Database.open(database.url());
          Fleet fleet = new Fleet(out, events, seed)) {
        setPolicies(direct);
        for (int i = 0; i <= workers && !database.isSqlite(); i++) {
          proxies.add(database.proxy());
        }
        for (int i = 0; i < workers; i++) {
          fleet.add(proxies.isEmpty() ? database.url() : database.url(proxies.get(i)));
        }
        double drained = withLoad(direct, fleet, proxies);
        fleet.shutDown();
        files.addAll(fleet.files());
        new Snapshots(direct, Instant::now, Producer.TENANTS, events).take(true);
        return drained;
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

    private double withLoad(JobStore direct, Fleet fleet, List<Proxy> proxies) throws Exception {
      Faults faults = new Faults(fleet, proxies, database, events, seed);
      faults.plan(
          seconds, new Faults.Intervals(killEvery, pauseEvery, networkEvery, databaseEvery));
      try (JobStore store =
          Database.open(proxies.isEmpty() ? database.url() : database.url(proxies.get(workers)))) {
        Producer producer =
            new Producer(
                store,
                events,
                List.copyOf(POLICIES.keySet()),
                seed,
                jobs,
                Duration.ofSeconds(seconds));
        Thread load = new Thread(producer, "chaos-producer");
        load.start();
        while (now() < seconds) {
          faults.turn(now());
          fleet.replaceExited();
          progress.at((long) now());
          Thread.sleep(TURN_MILLIS);
        }
        faults.stop();
        progress.end(seconds);
        double stopped = now();
        load.join(Duration.ofSeconds(drainWithin).toMillis());
        boolean ended = producer.made() == jobs && drain(direct, fleet, stopped + drainWithin);
        return ended ? now() - stopped : Double.POSITIVE_INFINITY;
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

    private boolean hasEnded(Snapshots snapshots) {
      try {
        return snapshots.everythingHasEnded();
      } catch (StoreException e) {
        return false; // the database is not back yet
      }
    }
  }
}

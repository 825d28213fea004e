package io.taskforge.bench.chaos;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.simulator.check.Chronology;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.JobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Replaces the workers and the server of another version by those of this one, under load. */
@Command(
    name = "upgrade",
    description = {
      "Builds another git ref, runs its workers and its server on a PostgreSQL that it starts, and"
          + " under load replaces them one after the other by those of this version; then checks"
          + " every promise.",
      "The exit code is 1 if a promise was broken, or if a job was lost or did not end."
    })
public final class ChaosUpgradeCommand implements Callable<Integer> {
  private static final double FIRST_STEP = 0.2;
  private static final double LAST_STEP = 0.8;
  private static final int JOBS_PER_HTTP_JOB = 50;
  private static final int LEASE_SECONDS = 15;
  // The servers rescue jobs, too, and record no events: the others could be reported wrongly.
  private static final Set<Invariant> KNOWABLE =
      EnumSet.of(Invariant.I1, Invariant.I2, Invariant.I5, Invariant.I13, Invariant.I14);

  private final Console console;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "REF",
      description = "The git ref of the version that is upgraded.")
  private String from = "";

  @Option(names = "--jobs", paramLabel = "N", description = "Jobs; 50000 by default.")
  private int jobs = 50_000;

  @Option(names = "--workers", paramLabel = "N", description = "Worker processes; 4 by default.")
  private int workers = 4;

  @Option(names = "--seconds", paramLabel = "N", description = "Seconds of load; 180 by default.")
  private int seconds = 180;

  @Option(
      names = "--drain-within",
      paramLabel = "S",
      description = "Seconds after the load in which all jobs must end; 120 by default.")
  private int drainWithin = 120;

  @Option(names = "--seed", paramLabel = "N", description = "Decides what jobs do; 1 by default.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where events and the report go; target/chaos-upgrade by default.")
  private Path out = Path.of("target", "chaos-upgrade");

  public ChaosUpgradeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    ChaosOptions options = options();
    options.check();
    out = Files.createDirectories(out.toAbsolutePath());
    ChaosRunCommand.deleteResults(out);
    console.err().printf("building %s%n", from);
    return upgrade(Build.of(from, out.resolve("builds")), options);
  }

  /** No job kills its worker, and leases are long: an upgrade is the only thing that happens. */
  private ChaosOptions options() {
    ChaosOptions options = new ChaosOptions();
    options.jobs = jobs;
    options.workers = workers;
    options.seconds = seconds;
    options.drainWithin = drainWithin;
    options.seed = seed;
    options.killers = 0;
    options.skew = 0;
    options.lease = LEASE_SECONDS;
    return options;
  }

  private int upgrade(Build old, ChaosOptions options) throws Exception {
    Path own = out.resolve("chaos.events");
    List<Path> files = new ArrayList<>();
    files.add(own);
    ChaosRun.Result result;
    List<String> problems;
    Set<String> ids;
    try (Database database = Database.own(out.resolve("postgres"), out.resolve("postgres.log"));
        EventFile events = new EventFile(own);
        Fleet fleet = new Fleet(options, out, events);
        HttpJobs http = new HttpJobs(jobs / JOBS_PER_HTTP_JOB, Duration.ofSeconds(seconds));
        // The old version creates the tables.
        ServerProcess before =
            ServerProcess.start(old, database.serverUrl(), out.resolve("server-old.log"));
        Upgrade upgrade = new Upgrade(database, fleet, http, before, options)) {
      http.add(before.url());
      WorkerCommand command = WorkerCommand.prepare(options, old, out, database.url());
      for (int i = 0; i < workers; i++) {
        fleet.add(database.url(), command);
      }
      try (JobStore store = Database.open(database.url())) {
        LoadedRun run = new LoadedRun(options, store, fleet, events, console);
        run.setPolicies();
        Thread load = new Thread(http, "chaos-http");
        load.setDaemon(true);
        load.start();
        Double drained = run.run(run.producer(store), upgrade, upgrade::finish, () -> true);
        load.join(Duration.ofSeconds(drainWithin).toMillis());
        problems = http.problems(store, Duration.ofSeconds(drainWithin));
        ids = http.ids();
        result = new ChaosRun.Result(drained, List.of(), database.deadlocks());
      }
      files.addAll(fleet.files());
    }
    List<Event> history =
        Chronology.order(EventLines.read(files), options.leaseTime()).stream()
            .map(event -> withoutHttpJobs(event, ids))
            .toList();
    ChaosReport report =
        ChaosReport.of(
            options,
            history,
            ChaosRunCommand.violations(history).stream()
                .filter(each -> KNOWABLE.contains(each.invariant()))
                .toList(),
            result);
    report.write(out, console);
    console.out().printf("HTTP jobs through the servers: %,d%n", jobs / JOBS_PER_HTTP_JOB);
    problems.stream().limit(10).forEach(console.out()::println);
    boolean clean = report.isClean() && problems.isEmpty();
    console.out().printf("upgrade from %s: %s%n", from, clean ? "nothing lost" : "failed");
    return clean ? ExitCodes.OK : ExitCodes.UNEXPECTED;
  }

  /** The jobs of the servers are checked apart. */
  private static Event withoutHttpJobs(Event event, Set<String> http) {
    return event instanceof Event.Snapshot snapshot
        ? new Event.Snapshot(
            snapshot.at(),
            snapshot.node(),
            snapshot.last(),
            snapshot.jobs().stream().filter(seen -> !http.contains(seen.job())).toList())
        : event;
  }

  /**
   * The steps of a rolling upgrade, evenly over most of the run: a server of this version beside
   * the old one, then each worker, then the end of the old server.
   */
  private final class Upgrade implements LoadedRun.Turn, AutoCloseable {
    private final Database database;
    private final Fleet fleet;
    private final HttpJobs http;
    private final ServerProcess before;
    private final ChaosOptions options;
    private final List<ServerProcess> after = new ArrayList<>();
    private @Nullable WorkerCommand command;
    private int steps;

    Upgrade(
        Database database, Fleet fleet, HttpJobs http, ServerProcess before, ChaosOptions options) {
      this.database = database;
      this.fleet = fleet;
      this.http = http;
      this.before = before;
      this.options = options;
    }

    @Override
    public void at(double now) throws Exception {
      double pause = (LAST_STEP - FIRST_STEP) * seconds / (workers + 1);
      if (steps < workers + 2 && now >= FIRST_STEP * seconds + steps * pause) {
        step(steps++);
      }
    }

    /** Takes the steps that are left: some took longer than planned. */
    void finish(double now) throws Exception {
      while (steps < workers + 2) {
        step(steps++);
      }
    }

    private void step(int number) throws Exception {
      if (number == 0) {
        ServerProcess server =
            ServerProcess.start(
                Build.current(), database.serverUrl(), out.resolve("server-new.log"));
        after.add(server);
        http.add(server.url());
      } else if (number <= workers) {
        if (command == null) {
          command = WorkerCommand.prepare(options, Build.current(), out, database.url());
        }
        fleet.upgrade(number - 1, command);
      } else {
        http.remove(before.url());
        before.shutDown();
      }
    }

    @Override
    public void close() {
      after.forEach(ServerProcess::close);
    }
  }
}

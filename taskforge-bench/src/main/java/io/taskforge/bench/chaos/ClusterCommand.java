package io.taskforge.bench.chaos;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.simulator.check.Checker;
import io.taskforge.simulator.check.Chronology;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Kills the primary of a PostgreSQL cluster under load, and checks what happened. */
@Command(
    name = "cluster",
    description = {
      "Runs jobs on a cluster of three PostgreSQL servers that it starts with Patroni and etcd."
          + " The standbys are frozen, the primary is killed with its member of etcd, a standby is"
          + " promoted, and the killed server returns. Then every promise is checked.",
      "Needs Debian's packages patroni, etcd-server and postgresql-15. The exit code is 1 if a"
          + " promise was broken."
    })
public final class ClusterCommand implements Callable<Integer> {
  private static final String NODES = "nodes";
  private static final Pattern RESULT =
      Pattern.compile(
          NODES
              + "/node[1-3](/.*)?|(cluster|w\\d+\\.\\d+)\\.events|(cluster|workers)\\.log"
              + "|report\\.json|violations\\.txt");
  private static final int MAX_LOST_LEASES = 6;
  private static final Duration SLACK = Duration.ofMillis(100);

  private final Console console;

  @Option(names = "--jobs", paramLabel = "N", description = "Jobs; 1900 by default.")
  private int jobs = 1_900;

  @Option(names = "--workers", paramLabel = "N", description = "Worker processes; 2 by default.")
  private int workers = 2;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Seconds in which the jobs are enqueued; 120 by default.")
  private int seconds = 120;

  @Option(
      names = "--asynchronous",
      description =
          "Replicate asynchronously, and promote a standby however far it is behind. This must"
              + " report lost jobs; otherwise the other runs prove nothing.")
  private boolean asynchronous;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The first of the ports of the cluster; 15400 by default.")
  private int port = 15_400;

  @Option(names = "--seed", paramLabel = "N", description = "Decides which jobs there are.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where data, events and the report go; target/cluster by default.")
  private Path out = Path.of("target", "cluster");

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  public ClusterCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (jobs < 1 || jobs > 1_000_000 || workers < 1 || workers > 20 || seconds < 30) {
      throw new IllegalArgumentException(
          ("--jobs must be from 1 to 1000000, --workers from 1 to 20 and --seconds at least 30 but"
                  + " were %d, %d and %d")
              .formatted(jobs, workers, seconds));
    }
    Path script =
        Path.of(System.getProperty("taskforge.root", "."), "deploy", "patroni", "cluster");
    out = Files.createDirectories(out.toAbsolutePath());
    clear(out);
    FailOver failOver;
    List<Path> files = new ArrayList<>();
    try (PatroniCluster cluster =
            new PatroniCluster(script, out.resolve(NODES), port, !asynchronous);
        EventFile events = new EventFile(out.resolve("cluster.events"))) {
      console.err().println("starting three servers");
      cluster.up();
      failOver = new FailOver(cluster, events, out, options(), !asynchronous);
      files.add(out.resolve("cluster.events"));
      files.addAll(failOver.run(step -> console.err().println(step)));
    }
    List<Event> history = Chronology.order(EventLines.read(files), options().leaseTime());
    FailOverReport report =
        new FailOverReport(
            history,
            Checker.check(history, MAX_LOST_LEASES, SLACK),
            failOver.figures(),
            !asynchronous,
            out);
    report.write(console, json);
    return report.faults().isEmpty() ? ExitCodes.OK : ExitCodes.UNEXPECTED;
  }

  private ChaosOptions options() {
    ChaosOptions options = new ChaosOptions();
    options.jobs = jobs;
    options.killers = 0;
    options.workers = workers;
    options.seconds = seconds;
    options.seed = seed;
    return options;
  }

  /** Deletes what an earlier run has left, and nothing else: the directory may have other files. */
  static void clear(Path out) throws IOException {
    try (Stream<Path> old = Files.walk(out)) {
      for (Path each : old.sorted(Comparator.reverseOrder()).toList()) {
        if (RESULT.matcher(out.relativize(each).toString()).matches()) {
          Files.delete(each);
        }
      }
    }
  }
}

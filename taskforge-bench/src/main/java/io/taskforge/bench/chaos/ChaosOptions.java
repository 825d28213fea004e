package io.taskforge.bench.chaos;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a run does; see {@link ChaosRunCommand}. */
final class ChaosOptions {
  @Option(names = "--jobs", paramLabel = "N", description = "Jobs; 5000 by default.")
  int jobs = 5_000;

  @Option(
      names = "--killers",
      paramLabel = "N",
      description = "How many of them kill their worker each time; 5 by default.")
  int killers = 5;

  @Option(names = "--workers", paramLabel = "N", description = "Worker processes; 4 by default.")
  int workers = 4;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Jobs that a worker runs at the same time; 16 by default.")
  int concurrency = 16;

  @Option(names = "--seconds", paramLabel = "N", description = "Seconds of faults; 60 by default.")
  int seconds = 60;

  @Option(
      names = "--lease",
      paramLabel = "S",
      description = "The lease duration in seconds; 5 by default.")
  int lease = 5;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides which faults there are, and when; 1 by default.")
  long seed = 1;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "jdbc:sqlite:FILE for a new file, or a PostgreSQL that is not killed, whose schema"
              + " taskforge_chaos is replaced; by default a PostgreSQL that it starts.")
  @Nullable String db;

  @Option(
      names = "--kill-every",
      paramLabel = "S",
      description = "Seconds between kills of a worker, 0 for none; 2 by default.")
  double killEvery = 2;

  @Option(
      names = "--pause-every",
      paramLabel = "S",
      description = "Seconds between pauses past the lease, 0 for none; 10 by default.")
  double pauseEvery = 10;

  @Option(
      names = "--network-every",
      paramLabel = "S",
      description = "Seconds between faults of a connection, 0 for none; 3 by default.")
  double networkEvery = 3;

  @Option(
      names = "--database-every",
      paramLabel = "S",
      description = "Seconds between kills of the database, 0 for none; 60 by default.")
  double databaseEvery = 60;

  @Option(
      names = "--disk-every",
      paramLabel = "S",
      description =
          "Seconds between times at which the disk of the database is full, 0 for none; 0 by"
              + " default. Its data is then on a small file system in memory, which only root can"
              + " mount.")
  double diskEvery;

  @Option(
      names = "--destination-every",
      paramLabel = "S",
      description =
          "Seconds between times at which the destination of a third of the jobs is down, 0 for"
              + " none; 20 by default.")
  double destinationEvery = 20;

  @Option(
      names = "--skew",
      paramLabel = "S",
      description =
          "By how many seconds the clock of a process is wrong at most, in either direction;"
              + " 3600 by default. If it is not 0, clocks also run up to a tenth fast or slow.")
  int skew = 3_600;

  @Option(
      names = "--drain-within",
      paramLabel = "S",
      description = "Seconds after the faults in which all jobs must end; 120 by default.")
  int drainWithin = 120;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where events and the report go; target/chaos by default.")
  Path out = Path.of("target", "chaos");

  @Option(
      names = "--strict",
      description = "Fail if a figure that depends on the machine exceeds its limit, too.")
  boolean strict;

  @Option(names = "--json", description = "Print the report as JSON.")
  boolean json;

  void check() {
    check("--jobs", jobs, 1, 10_000_000);
    check("--killers", killers, 0, jobs);
    check("--workers", workers, 1, 100);
    check("--concurrency", concurrency, 1, 1_000);
    check("--seconds", seconds, 1, 86_400);
    check("--lease", lease, 1, 3_600);
    check("--skew", skew, 0, 86_400);
    check("--drain-within", drainWithin, 1, 86_400);
  }

  private static void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s: %d is not allowed: must be from %d to %d".formatted(option, value, least, most));
    }
  }

  Duration leaseTime() {
    return Duration.ofSeconds(lease);
  }
}

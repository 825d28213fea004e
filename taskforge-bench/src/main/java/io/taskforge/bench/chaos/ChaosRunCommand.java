package io.taskforge.bench.chaos;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.simulator.check.Checker;
import io.taskforge.simulator.check.Chronology;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs worker processes under faults and checks what happened. */
@Command(
    name = "chaos",
    description = {
      "Runs jobs on worker processes that are killed and paused, over a network that cuts, delays"
          + " and swallows, on a PostgreSQL that is killed; then checks every promise.",
      "The exit code is 1 if a promise was broken."
    })
public final class ChaosRunCommand implements Callable<Integer> {
  private static final int MAX_LOST_LEASES = 6;
  private static final Duration SLACK = Duration.ofMillis(100);

  private final Console console;
  @Mixin private ChaosOptions options = new ChaosOptions();

  public ChaosRunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    options.check();
    Path out = Files.createDirectories(options.out.toAbsolutePath());
    deleteResults(out);
    Path own = out.resolve("chaos.events");
    List<Path> files = new ArrayList<>();
    files.add(own);
    ChaosRun.Result result;
    try (Disk disk = options.diskEvery > 0 ? Disk.mount(out.resolve("disk")) : null;
        Database database = database(out, disk);
        EventFile events = new EventFile(own)) {
      result = new ChaosRun(options, out, database, disk, events, files, console).run();
    }
    List<Event> history = Chronology.order(EventLines.read(files), options.leaseTime());
    ChaosReport report = ChaosReport.of(options, history, violations(history), result);
    report.write(out, console);
    return report.isClean() ? ExitCodes.OK : ExitCodes.UNEXPECTED;
  }

  static List<Violation> violations(List<Event> history) {
    return Checker.check(history, MAX_LOST_LEASES, SLACK);
  }

  private Database database(Path out, @Nullable Disk disk) throws Exception {
    Path directory = disk == null ? out : disk.directory();
    if (options.db == null) {
      return Database.own(directory.resolve("postgres"), out.resolve("postgres.log"));
    }
    return Database.at(disk == null ? options.db : Database.onDisk(options.db, directory));
  }

  static void deleteResults(Path out) throws IOException {
    try (Stream<Path> old = Files.list(out)) {
      for (Path file : old.filter(ChaosRunCommand::isResult).toList()) {
        Files.delete(file);
      }
    }
  }

  private static boolean isResult(Path file) {
    return file.toString().endsWith(".events") || file.toString().endsWith(".log");
  }
}

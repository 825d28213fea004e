package io.taskforge.bench.chaos;

import io.taskforge.cli.output.Console;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run on a database. */
final class ChaosRun {
  private final ChaosOptions options;
  private final Path out;
  private final Database database;
  private final @Nullable Disk disk;
  private final EventFile events;
  private final List<Path> files;
  private final Console console;

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
    this.console = console;
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

  Result run() throws Exception {
    List<Proxy> proxies = new ArrayList<>();
    WorkerCommand command = WorkerCommand.prepare(options, Build.current(), out, database.url());
    try (JobStore direct = Database.open(database.url());
        DatabaseProbe probe = new DatabaseProbe(database, events);
        Fleet fleet = new Fleet(options, out, events)) {
      LoadedRun load = new LoadedRun(options, direct, fleet, events, console);
      load.setPolicies();
      for (int i = 0; i <= options.workers && !database.isSqlite(); i++) {
        proxies.add(database.proxy());
      }
      for (int i = 0; i < options.workers; i++) {
        fleet.add(url(proxies, i), command);
      }
      Faults faults = new Faults(options, fleet, proxies, database, disk, events);
      faults.plan();
      try (JobStore store = Database.open(url(proxies, options.workers))) {
        Producer producer = load.producer(store);
        Double drained;
        try (Operator operator = new Operator(direct, events, producer::harmless, options.seed)) {
          drained =
              load.run(
                  producer,
                  faults::turn,
                  now -> {
                    faults.stop();
                    operator.stop();
                  },
                  operator::isDone);
          operator.recordOccurrences();
        }
        files.addAll(fleet.files());
        return new Result(drained, probe.connections(), database.deadlocks());
      }
    } finally {
      for (Proxy proxy : proxies) {
        proxy.close();
      }
    }
  }

  private String url(List<Proxy> proxies, int index) {
    return proxies.isEmpty() ? database.url() : database.url(proxies.get(index));
  }
}

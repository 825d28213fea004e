package io.taskforge.cli;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.json.Json;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "bench",
    description = {
      "Measures store and engine on this machine: jobs enqueued and run in a second, and the time"
          + " from enqueue to start.",
      "It has a store of its own, which is gone afterwards; your jobs are not touched. There is no"
          + " HTTP in it, and its jobs do nothing."
    })
final class BenchCommand implements Callable<Integer> {
  private static final int MOST = 10_000_000;

  private final Console console;

  @Option(names = "--jobs", paramLabel = "N", description = "How many; 10000 by default.")
  private int jobs = 10_000;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many jobs run at once; 200 by default.")
  private int concurrency = 200;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "An embedded store within this directory, instead of a temporary one.")
  private @Nullable Path data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "Tables " + BenchStore.PREFIX + "* in this PostgreSQL database, dropped at the end.")
  private @Nullable String db;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  BenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    check("--jobs", jobs, MOST);
    check("--concurrency", concurrency, 10_000);
    if (data != null && db != null) {
      throw CommandFailure.invalid("give one of --data and --db");
    }
    try (BenchStore bench = open()) {
      print(
          new Bench(bench.store(), console, EngineEnvironment.production().ticker(), concurrency)
              .run(jobs));
    }
    return ExitCodes.OK;
  }

  private static void check(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw CommandFailure.invalid(
          "%s: %d is not allowed: must be from 1 to %d".formatted(option, value, most));
    }
  }

  private BenchStore open() {
    try {
      if (db == null) {
        return BenchStore.embedded(data);
      }
      ServerOptions options = ApiOptions.serverOptions(console, null, db);
      return BenchStore.postgres(options, db);
    } catch (StoreException | SQLException e) {
      throw StoreProblem.failure(e);
    } catch (IOException e) {
      throw CommandFailure.notFound("no store can be made in %s: %s".formatted(data, e));
    }
  }

  private void print(Bench.Result result) {
    String store = db == null ? "SQLite" : "PostgreSQL";
    if (json) {
      ObjectNode root = Json.object();
      root.put("store", store)
          .put("jobs", jobs)
          .put("concurrency", concurrency)
          .put("java", Runtime.version().feature())
          .put("enqueuePerSecond", Math.round(result.enqueuePerSecond()))
          .put("drainPerSecond", Math.round(result.drainPerSecond()));
      root.putObject("latencyMs").put("p50", result.p50Ms()).put("p99", result.p99Ms());
      console.out().println(Json.write(root));
      return;
    }
    console
        .out()
        .printf(
            """
            %s, %,d jobs that do nothing, %d at once, Java %d, %d processors
              enqueue   %,9.0f jobs/s   in transactions of %,d
              drain     %,9.0f jobs/s   claim, run, commit with a row of history for each attempt
              latency   p50 %.1f ms, p99 %.1f ms   from the call of enqueue to the start of the
                        handler, one at a time, on an idle worker in the same process (%d jobs)
            One process did all of it, after a short warm-up, without HTTP. Other processes on this
            machine, and its disk, have their part in these figures.
            """,
            store,
            jobs,
            concurrency,
            Runtime.version().feature(),
            Runtime.getRuntime().availableProcessors(),
            result.enqueuePerSecond(),
            Bench.BATCH,
            result.drainPerSecond(),
            result.p50Ms(),
            result.p99Ms(),
            Bench.LATENCY_JOBS);
  }
}

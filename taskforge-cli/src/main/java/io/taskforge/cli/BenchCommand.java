package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.load.ForgeSystem;
import io.taskforge.cli.load.Histogram;
import io.taskforge.cli.load.Producer;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.cli.store.TemporaryStore;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.StoreException;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.PrintWriter;
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
      "It creates a store and deletes it afterwards; it does not touch your jobs. It uses no HTTP,"
          + " and its jobs do nothing."
    },
    subcommands = {
      BenchModuleCommand.Compare.class,
      BenchModuleCommand.Soak.class,
      BenchModuleCommand.Adapter.class
    })
final class BenchCommand implements Callable<Integer> {
  private static final int MAX = 10_000_000;
  private static final String PREFIX = "taskforge_bench_";

  private final Console console;

  @Option(names = "--jobs", paramLabel = "N", description = "The number of jobs; 10000 by default.")
  private int jobs = 10_000;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many jobs run at once; 200 by default.")
  private int concurrency = 200;

  @Option(
      names = "--tenants",
      paramLabel = "N",
      description = "The number of tenants to spread the jobs over; 1 by default.")
  private int tenants = 1;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "An embedded store within this directory, instead of a temporary one.")
  private @Nullable Path data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "Tables " + PREFIX + "* in this PostgreSQL database, dropped at the end.")
  private @Nullable String db;

  @Option(
      names = "--full",
      description = "Also measure single enqueues, and jobs that fail once and are retried.")
  private boolean full;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  BenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    check("--jobs", jobs, MAX);
    check("--concurrency", concurrency, 10_000);
    check("--tenants", tenants, 100_000);
    if (data != null && db != null) {
      throw CommandFailure.invalid("give one of --data and --db");
    }
    if (db != null) {
      ApiOptions.serverOptions(console, null, db); // rejects an invalid URL
    }
    ObjectNode result;
    try (TemporaryStore temporary = open();
        ForgeSystem system = new ForgeSystem(temporary.store())) {
      result =
          measure(
              new Bench(
                  system, console, EngineEnvironment.production().ticker(), concurrency, tenants));
    }
    if (json) {
      console.out().println(Json.write(result));
    } else {
      print(result);
    }
    return ExitCodes.OK;
  }

  private ObjectNode measure(Bench bench) throws Exception {
    bench.warmUp(Math.min(jobs, 2 * Producer.BATCH));
    ObjectNode result =
        Json.object()
            .put("store", db == null ? "SQLite" : "PostgreSQL")
            .put("jobs", jobs)
            .put("concurrency", concurrency)
            .put("tenants", tenants)
            .put("java", Runtime.version().feature())
            .put("enqueuePerSecond", Math.round(bench.enqueue(jobs)))
            .put("drainPerSecond", Math.round(bench.drain(jobs)));
    if (full) {
      int singles = Math.max(1, jobs / 10);
      result.put("singleEnqueuePerSecond", Math.round(bench.enqueueSingly(singles)));
      bench.drain(singles);
      bench.enqueue(jobs);
      result.put("retriedDrainPerSecond", Math.round(bench.drain(jobs, 1)));
    }
    Histogram waited = bench.latencies();
    result.putObject("latencyMs").put("p50", waited.millis(0.5)).put("p99", waited.millis(0.99));
    return result;
  }

  private static void check(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw CommandFailure.invalid(
          "%s: %d is not allowed: must be from 1 to %d".formatted(option, value, most));
    }
  }

  private TemporaryStore open() {
    try {
      return db == null
          ? TemporaryStore.sqlite(data, "taskforge-bench")
          : TemporaryStore.postgres(db, console.environment(), PREFIX);
    } catch (StoreException | SQLException e) {
      throw StoreProblem.failure(e);
    } catch (IOException e) {
      throw CommandFailure.notFound("could not create a store in %s: %s".formatted(data, e));
    }
  }

  private void print(ObjectNode result) {
    PrintWriter out = console.out();
    out.printf(
        "%s, %,d jobs that do nothing, %d at once, tenants: %,d, Java %d, %d processors%n",
        result.get("store").asString(),
        jobs,
        concurrency,
        tenants,
        Runtime.version().feature(),
        Runtime.getRuntime().availableProcessors());
    line(result, "enqueue", "enqueuePerSecond", "in transactions of %,d".formatted(Producer.BATCH));
    line(
        result,
        "drain",
        "drainPerSecond",
        "claim, run, commit with a row of history for each attempt");
    line(result, "single", "singleEnqueuePerSecond", "enqueued one at a time by 8 threads");
    line(result, "retries", "retriedDrainPerSecond", "drained; each job fails once");
    out.printf(
        """
          latency   p50 %.1f ms, p99 %.1f ms   from the call of enqueue to the start of the
                    handler, one at a time, on an idle worker in the same process (%d jobs)
        One process did all of it, after a short warm-up, without HTTP. Other processes on this
        machine and its disk affect these figures.
        """,
        result.at("/latencyMs/p50").asDouble(),
        result.at("/latencyMs/p99").asDouble(),
        Bench.LATENCY_JOBS);
  }

  private void line(ObjectNode result, String name, String key, String text) {
    if (result.has(key)) {
      console.out().printf("  %-8s  %,9d jobs/s   %s%n", name, result.get(key).asLong(), text);
    }
  }
}

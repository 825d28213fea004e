package io.taskforge.bench.soak;

import io.taskforge.bench.chart.LineChart.Point;
import io.taskforge.bench.compare.Postgres;
import io.taskforge.bench.compare.WorkerProcess;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.json.strict.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * Runs adapters on a PostgreSQL of its own: a third in peace, a third with a fault, a third after.
 */
@Command(
    name = "soak",
    description =
        "Runs a steady load on a PostgreSQL that it starts, with a fault in the middle third, and"
            + " draws completions, claim latency, table size and dead rows over time.")
public final class SoakCommand implements Callable<Integer> {
  private static final String DATABASE = "taskforge_bench";
  private static final String MAIN = "io.taskforge.bench.BenchMain";
  private static final int STARTUP_SECONDS = 60;
  private static final int SAMPLE_SECONDS = 2;
  private static final int LONGEST_STOP_SECONDS = 20;

  /**
   * The adapter that is stopped at the end of the fault, and the one that is the additional load.
   */
  private static final String STOPPED = "stopped";

  private static final String LOAD = "load";
  private static final Map<String, String> SIZES =
      new TreeMap<>(
          Map.of(
              "table_mb",
              "SELECT coalesce(sum(pg_total_relation_size(relid)), 0) / 1e6 FROM pg_stat_user_tables",
              "dead_rows",
              "SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables"));

  private final Console console;

  @Option(names = "--scenario", paramLabel = "NAME", description = "The fault; steady by default.")
  private String scenario = "steady";

  @Option(names = "--seconds", paramLabel = "N", description = "Duration; 180 by default.")
  private int seconds = 180;

  @Option(names = "--rate", paramLabel = "N", description = "Jobs per second; 500 by default.")
  private int rate = 500;

  @Option(names = "--workers", paramLabel = "N", description = "Jobs in flight; 64 by default.")
  private int workers = 64;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results and data go; target/soak by default.")
  private Path out = Path.of("target", "soak");

  private final Map<String, List<Point>> series = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Double>> latest = new ConcurrentHashMap<>();
  private final Map<String, Process> adapters = new ConcurrentHashMap<>();
  private volatile long start;
  private double begin = Double.MAX_VALUE;
  private double end = Double.MAX_VALUE;
  private double slowestStop;

  public SoakCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    Fault fault =
        Stream.of(Fault.values())
            .filter(each -> each.label().equals(scenario))
            .findFirst()
            .orElseThrow(
                () ->
                    CommandFailure.invalid(
                        "--scenario: %s is not allowed: must be of %s"
                            .formatted(
                                scenario,
                                String.join(
                                    ", ", Stream.of(Fault.values()).map(Fault::label).toList()))));
    out = Files.createDirectories(out.toAbsolutePath());
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> adapters.values().forEach(Process::destroyForcibly)));
    try (Postgres postgres = Postgres.start(out.resolve("postgres"))) {
      postgres.create(DATABASE);
      start = System.nanoTime();
      for (int i = 0; i < fault.replicas(); i++) {
        // The first enqueues all jobs, so that the load stays the same when the other is killed.
        startAdapter(postgres, "" + i, i == 0 ? rate : 0, workers / fault.replicas());
      }
      try {
        awaitFirstCompletion();
        run(postgres, fault);
      } finally {
        List.copyOf(adapters.keySet()).forEach(this::stop); // before their database
      }
    }
    SoakReport report = new SoakReport(fault, rate, begin, end, series, slowestStop);
    return report.write(out, console) ? 0 : 1;
  }

  /** Waits until the adapters work; the test begins then. */
  private void awaitFirstCompletion() throws IOException, InterruptedException {
    while (series.getOrDefault("completion_rate", List.of()).stream()
        .allMatch(p -> p.value() == 0)) {
      Thread.sleep(100);
      if (now() > STARTUP_SECONDS || adapters.values().stream().noneMatch(Process::isAlive)) {
        throw new IOException("no job was completed, see " + out.resolve("adapter.log"));
      }
    }
    series.clear();
    start = System.nanoTime();
  }

  /** Asks an adapter to end, and waits for it. */
  private void stop(String name) {
    Process process = adapters.remove(name);
    if (process == null || !process.isAlive()) {
      return;
    }
    long asked = System.nanoTime();
    process.destroy();
    try {
      if (!process.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    slowestStop = Math.max(slowestStop, (System.nanoTime() - asked) / 1e9);
    latest.clear(); // its last figures are no longer true
  }

  private void kill(String name) {
    Objects.requireNonNull(adapters.remove(name)).destroyForcibly();
    latest.clear();
  }

  private double now() {
    return (System.nanoTime() - start) / 1e9;
  }

  private void run(Postgres postgres, Fault fault) throws Exception {
    double third = seconds / 3.0;
    Progress progress = new Progress(console, System::nanoTime, "soak " + fault.label(), seconds);
    List<Connection> held = List.of();
    for (double at = now(); at < end + third; at = now()) {
      progress.at((long) at);
      if (at < begin && at >= third) {
        addAdapters(postgres, fault);
        begin = now();
        held = fault.begin(postgres, DATABASE);
        if (fault == Fault.KILL_REPLICA) {
          kill("1");
        }
      } else if (at >= begin + third && end == Double.MAX_VALUE) {
        stop(STOPPED); // while the fault is there
        stop(LOAD);
        for (Connection each : held) {
          each.close();
        }
        end = now();
      } else if (at >= begin && end == Double.MAX_VALUE) {
        fault.repeat(postgres, DATABASE);
        if (fault == Fault.REPEATED_KILLS && (int) at % 10 == 0) {
          kill("1");
          startAdapter(postgres, "1", 0, workers / 2);
        }
      }
      sample(postgres);
      Thread.sleep(1_000);
    }
    progress.end(seconds);
  }

  /** Starts what takes part in the fault only; it begins when these processes work. */
  private void addAdapters(Postgres postgres, Fault fault)
      throws IOException, InterruptedException {
    if (fault.replicas() > 1) {
      return;
    }
    startAdapter(postgres, STOPPED, 0, workers);
    if (fault.extraLoad() > 0) {
      startAdapter(postgres, LOAD, rate * fault.extraLoad() / 100, 0);
      double latestStart = now() + STARTUP_SECONDS;
      while (latest.getOrDefault(LOAD, Map.of()).getOrDefault("enqueue_rate", 0.0) == 0) {
        Thread.sleep(100);
        if (now() > latestStart) {
          throw new IOException("the additional load did not start, see adapter.log");
        }
      }
    }
  }

  private void sample(Postgres postgres) {
    for (Map.Entry<String, String> size : SIZES.entrySet()) {
      try {
        add(size.getKey(), Double.parseDouble(postgres.text(DATABASE, size.getValue())));
      } catch (SQLException e) {
        console.err().println("not sampled: " + e.getMessage());
      }
    }
  }

  private void add(String metric, double value) {
    series
        .computeIfAbsent(metric, name -> new CopyOnWriteArrayList<>())
        .add(new Point(now(), value));
  }

  private void startAdapter(Postgres postgres, String name, int jobsPerSecond, int jobsInFlight)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(WorkerProcess.java(MAIN, "adapter"))
            .redirectError(ProcessBuilder.Redirect.appendTo(out.resolve("adapter.log").toFile()));
    builder
        .environment()
        .putAll(
            Map.of(
                "DATABASE_URL", postgres.plainUrl(DATABASE),
                "SCENARIO", "long_horizon",
                "PRODUCER_RATE", "" + jobsPerSecond,
                "WORKER_COUNT", "" + jobsInFlight,
                "SAMPLE_EVERY_S", "" + SAMPLE_SECONDS));
    Process process = builder.start();
    adapters.put(name, process);
    Thread reader = new Thread(() -> read(process, name), "adapter-lines");
    reader.setDaemon(true);
    reader.start();
  }

  /** Adds up the rates of all replicas, and takes the worst of their latencies. */
  private void read(Process process, String name) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        JsonNode line = Json.read(text);
        // The last lines of one that was killed must not replace those of its successor.
        if (line.has("metric") && adapters.get(name) == process) {
          String metric = line.get("metric").asString();
          latest
              .computeIfAbsent(name, key -> new ConcurrentHashMap<>())
              .put(metric, line.get("value").asDouble());
          Stream<Double> all = latest.values().stream().map(each -> each.getOrDefault(metric, 0.0));
          add(
              metric,
              metric.endsWith("_rate")
                  ? all.mapToDouble(Double::doubleValue).sum()
                  : all.mapToDouble(Double::doubleValue).max().orElse(0));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      if (adapters.containsValue(process)) { // it was not asked to
        console.err().println("adapter ended: " + e.getMessage());
      }
    }
  }
}

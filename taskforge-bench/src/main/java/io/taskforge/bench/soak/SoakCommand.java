package io.taskforge.bench.soak;

import io.taskforge.bench.chart.LineChart;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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
  private final Map<Integer, Map<String, Double>> latest = new ConcurrentHashMap<>();
  private final List<Process> processes = new CopyOnWriteArrayList<>();
  private volatile long start;

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
        .addShutdownHook(new Thread(() -> processes.forEach(Process::destroyForcibly)));
    try (Postgres postgres = Postgres.start(out.resolve("postgres"))) {
      postgres.create(DATABASE);
      start = System.nanoTime();
      for (int i = 0; i < fault.replicas(); i++) {
        startAdapter(postgres, i, rate / fault.replicas(), workers / fault.replicas());
      }
      try {
        awaitFirstCompletion();
        run(postgres, fault);
      } finally {
        endAdapters(); // before their database
      }
    }
    write(fault);
    return 0;
  }

  /** Waits until the adapters work; the test begins then. */
  private void awaitFirstCompletion() throws IOException, InterruptedException {
    while (series.getOrDefault("completion_rate", List.of()).stream()
        .allMatch(p -> p.value() == 0)) {
      Thread.sleep(100);
      if (now() > STARTUP_SECONDS || processes.stream().noneMatch(Process::isAlive)) {
        throw new IOException("no job was completed, see " + out.resolve("adapter.log"));
      }
    }
    series.clear();
    start = System.nanoTime();
  }

  private void endAdapters() throws InterruptedException {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  private double now() {
    return (System.nanoTime() - start) / 1e9;
  }

  private void run(Postgres postgres, Fault fault) throws Exception {
    Progress progress = new Progress(console, System::nanoTime, "soak " + fault.label(), seconds);
    List<Connection> held = List.of();
    boolean begun = false;
    boolean ended = false;
    for (double at = now(); at < seconds; at = now()) {
      progress.at((long) at);
      if (!begun && at >= seconds / 3.0) {
        begun = true;
        held = fault.begin(postgres, DATABASE);
        if (fault.extraLoad() > 0) {
          startAdapter(postgres, 9, rate * fault.extraLoad() / 100, 0);
        }
        if (fault == Fault.KILL_REPLICA) {
          kill(1);
        }
      } else if (begun && !ended && at >= seconds * 2 / 3.0) {
        ended = true;
        for (Connection each : held) {
          each.close();
        }
        if (fault.extraLoad() > 0) {
          kill(processes.size() - 1);
        }
      } else if (begun && !ended) {
        fault.repeat(postgres, DATABASE, held);
        if (fault == Fault.REPEATED_KILLS && (int) at % 10 == 0) {
          kill(processes.size() - 1);
          startAdapter(postgres, 1, rate / 2, workers / 2);
        }
      }
      sample(postgres);
      Thread.sleep(1_000);
    }
    progress.end(seconds);
  }

  private void kill(int index) {
    processes.get(index).destroyForcibly();
    latest.values().forEach(Map::clear); // its last figures are no longer true
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

  private void startAdapter(Postgres postgres, int replica, int jobsPerSecond, int jobsInFlight)
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
    processes.add(process);
    Thread reader = new Thread(() -> read(process, replica), "adapter-lines");
    reader.setDaemon(true);
    reader.start();
  }

  /** Adds up the rates of all replicas, and takes the worst of their latencies. */
  private void read(Process process, int replica) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        JsonNode line = Json.read(text);
        if (line.has("metric")) {
          String metric = line.get("metric").asString();
          latest
              .computeIfAbsent(replica, key -> new ConcurrentHashMap<>())
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
      console.err().println("adapter ended: " + e.getMessage());
    }
  }

  private void write(Fault fault) throws IOException {
    Map<String, String> titles =
        Map.of(
            "completion_rate", "completions per second",
            "claim_p99_ms", "claim latency p99, ms",
            "table_mb", "table size, MB",
            "dead_rows", "dead rows");
    ObjectNode json =
        Json.object().put("scenario", fault.label()).put("seconds", seconds).put("rate", rate);
    for (Map.Entry<String, String> title : new TreeMap<>(titles).entrySet()) {
      List<Point> points = new ArrayList<>(series.getOrDefault(title.getKey(), List.of()));
      Files.writeString(
          out.resolve(fault.label() + "-" + title.getKey() + ".svg"),
          LineChart.svg(
              fault.label() + ": " + title.getValue(), points, seconds / 3.0, seconds * 2 / 3.0));
      ArrayNode array = json.putArray(title.getKey());
      points.forEach(point -> array.addArray().add(point.seconds()).add(point.value()));
      console
          .out()
          .printf(
              Locale.ROOT,
              "%-24s before %,12.1f   during %,12.1f   after %,12.1f%n",
              title.getValue(),
              median(points, seconds / 9.0, seconds / 3.0),
              median(points, seconds / 3.0, seconds * 2 / 3.0),
              median(points, seconds * 7 / 9.0, seconds));
    }
    Files.writeString(out.resolve(fault.label() + ".json"), Json.write(json));
    console.err().println("wrote " + out);
  }

  /** Returns the median of the values in an interval; NaN if there are none. */
  static double median(List<Point> points, double from, double to) {
    List<Double> values =
        points.stream()
            .filter(point -> point.seconds() >= from && point.seconds() < to)
            .map(Point::value)
            .sorted()
            .toList();
    return values.isEmpty() ? Double.NaN : values.get(values.size() / 2);
  }
}

package io.taskforge.bench.compare;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Runs the comparison: in each round, every workload on one system after the other. */
@picocli.CommandLine.Command(
    name = "compare",
    description =
        "Compares TaskForge with other job queues on a PostgreSQL that it starts, and writes"
            + " report.md, report.json and charts.")
public final class CompareCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--jobs", paramLabel = "N", description = "Jobs of a run; 100000 by default.")
  private int jobs = 100_000;

  @Option(
      names = "--backlog",
      paramLabel = "N",
      description = "Jobs in a large table; 1000000 by default.")
  private int backlog = 1_000_000;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds; 3 by default.")
  private int rounds = 3;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Only these workloads, and those whose name begins so with a dash.")
  private List<String> only = List.of();

  @Option(
      names = "--peers",
      split = ",",
      paramLabel = "NAME",
      description = "Only these systems; TaskForge is always measured.")
  private List<String> peers = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results, logs and data go; target/bench by default.")
  private Path out = Path.of("target", "bench");

  private final List<Sample> samples = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private List<String> node = List.of();
  private String what = "";
  private volatile boolean interrupted;

  public CompareCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    List<Workload> workloads = workloads();
    check(peers, Stream.of(Peer.values()).map(Peer::label).toList(), "--peers");
    out = Files.createDirectories(out.toAbsolutePath());
    if (workloads.stream()
        .anyMatch(w -> w.peers().stream().anyMatch(p -> p.onNode() && isWanted(p)))) {
      installNodePeers();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted = true));
    Stopwatch stopwatch = new Stopwatch(console.clock(), work(workloads));
    try (Postgres postgres = Postgres.start(out.resolve("postgres"))) {
      Map<String, String> facts = facts(postgres);
      Bench bench =
          new Bench(
              jobs,
              backlog,
              postgres,
              node,
              out,
              total -> new Progress(console, System::nanoTime, stopwatch + what, total));
      try (Systems systems = new Systems(bench)) {
        for (int round = 1; round <= rounds; round++) {
          for (Workload workload : workloads) {
            for (Peer peer : peers(workload, round)) {
              if (!interrupted) {
                measure(bench, systems, workload, peer, round);
              }
              stopwatch.did(workload.seconds());
            }
            write(facts, workloads); // an interrupted run has the results so far
          }
        }
      }
      facts.put("duration", stopwatch.minutes() + " min");
      write(facts, workloads);
    }
    console.out().println(Files.readString(out.resolve("report.md")));
    console.err().println("wrote " + out.resolve("report.md"));
    return faults.isEmpty() ? 0 : 1;
  }

  private List<Workload> workloads() {
    List<Workload> all = Workload.all();
    List<String> names = all.stream().map(Workload::name).toList();
    List<Workload> chosen =
        all.stream()
            .filter(
                w ->
                    only.isEmpty()
                        || only.stream()
                            .anyMatch(o -> w.name().equals(o) || w.name().startsWith(o + "-")))
            .toList();
    check(
        only.stream().filter(o -> names.stream().noneMatch(n -> n.startsWith(o + "-"))).toList(),
        names,
        "--only");
    return chosen;
  }

  private static void check(List<String> given, List<String> allowed, String option) {
    for (String name : given) {
      if (!allowed.contains(name)) {
        throw CommandFailure.invalid(
            "%s: %s is not allowed: must be of %s"
                .formatted(option, name, String.join(", ", allowed)));
      }
    }
  }

  private boolean isWanted(Peer peer) {
    return peers.isEmpty() || peer.isTaskForge() || peers.contains(peer.label());
  }

  private void installNodePeers() throws InterruptedException {
    console.err().println("installing graphile-worker and pg-boss with npm");
    try {
      node = NodePeers.install(out.resolve("node"));
    } catch (IOException e) {
      faults.add("graphile-worker and pg-boss, because they need node and npm: " + e.getMessage());
      console.err().println("skipped: " + faults.get(faults.size() - 1));
    }
  }

  /** Returns the systems that a workload is measured on in a round. */
  private List<Peer> peers(Workload workload, int round) {
    return workload.peers().stream()
        .filter(this::isWanted)
        .filter(peer -> !(peer.onNode() && node.isEmpty()))
        .filter(peer -> round == 1 || peer.isTaskForge() || workload.isComparison())
        .toList();
  }

  private long work(List<Workload> workloads) {
    return IntStream.rangeClosed(1, rounds)
        .mapToLong(
            round ->
                workloads.stream()
                    .mapToLong(each -> (long) each.seconds() * peers(each, round).size())
                    .sum())
        .sum();
  }

  private void measure(Bench bench, Systems systems, Workload workload, Peer peer, int round) {
    what = "round %d of %d, %s, %s".formatted(round, rounds, workload.name(), peer.label());
    try {
      for (Figure figure : workload.scenario().measure(bench, systems, peer)) {
        samples.add(new Sample(peer.label(), round, figure));
        console
            .err()
            .printf(
                "%s: %s %s %s%n", what, figure.row(), Report.number(figure.value()), figure.unit());
      }
    } catch (Exception e) {
      systems.end(peer);
      if (interrupted) {
        return;
      }
      faults.add(what + ": " + e.getMessage());
      console.err().println("failed: " + what + ": " + e);
    }
  }

  private void write(Map<String, String> facts, List<Workload> workloads) throws IOException {
    Map<String, String> titles =
        workloads.stream().collect(Collectors.toMap(Workload::name, Workload::title));
    Report report = new Report(facts, titles, samples, faults);
    Files.writeString(out.resolve("report.md"), report.markdown());
    Files.writeString(out.resolve("report.json"), Json.write(report.json()));
    Path charts = Files.createDirectories(out.resolve("charts"));
    for (Map.Entry<String, String> chart : report.charts().entrySet()) {
      Files.writeString(charts.resolve(chart.getKey() + ".svg"), chart.getValue());
    }
  }

  private Map<String, String> facts(Postgres postgres) throws SQLException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", console.clock().instant().toString());
    facts.put("processors", "" + Runtime.getRuntime().availableProcessors());
    facts.put("Java", Runtime.version().toString());
    facts.put("PostgreSQL", postgres.text("postgres", "SHOW server_version"));
    facts.put("jobs", Report.number(jobs) + ", fewer for slow systems");
    facts.put("backlog", Report.number(backlog));
    facts.put("rounds", "" + rounds);
    return facts;
  }
}

package io.taskforge.bench.chaos;

import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.simulator.check.Violation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happened in a run, as text, JSON and a page.
 *
 * @param history all events, in order
 */
record ChaosReport(
    ChaosOptions options,
    List<Event> history,
    List<Violation> violations,
    ChaosRun.Result result,
    Path out) {
  private static final int MAX_SHOWN = 10;
  private static final double RESUMED_WITHIN = 10;

  /**
   * A row of the report.
   *
   * @param promised whether the run fails if the value is above the limit; else it is a figure that
   *     depends on the machine
   */
  record Row(String name, double value, double limit, String unit, boolean promised) {
    boolean isKept() {
      return value <= limit;
    }

    String number(double of) {
      return String.format(Locale.ROOT, unit.isEmpty() ? "%,.0f" : "%,.1f " + unit, of);
    }

    String text() {
      String kept = isKept() ? "" : promised ? "   BROKEN" : "   exceeded";
      return String.format(
          Locale.ROOT, "%-50s %10s   at most %s%s", name, number(value), number(limit), kept);
    }
  }

  boolean isClean() {
    return violations.isEmpty()
        && result.drained() != null
        && rows().stream().allMatch(row -> row.isKept() || !row.promised());
  }

  List<Row> rows() {
    ChaosCounts counts = new ChaosCounts(history);
    ChaosFigures figures = new ChaosFigures(history);
    List<Row> rows = new ArrayList<>();
    Set<Invariant> named = EnumSet.noneOf(Invariant.class);
    rows.add(none("jobs lost", named, Invariant.I1, Invariant.I2, Invariant.I13));
    rows.add(none("stale commits", named, Invariant.I3, Invariant.I4));
    rows.add(none("AT_MOST_ONCE jobs that started twice", named, Invariant.I5));
    rows.add(none("illegal transitions", named, Invariant.I8, Invariant.I9));
    rows.add(none("nodes exited", named, Invariant.I14));
    rows.add(
        none(
            violations.stream().filter(each -> !named.contains(each.invariant())).count(),
            "violations of other promises"));
    rows.add(none(counts.innocents(), "innocent jobs given up as poison"));
    rows.add(none(counts.effectless(), "successes without an effect"));
    rows.add(none(result.deadlocks(), "deadlocks in the database"));
    double lease = options.lease;
    rows.add(
        new Row(
            "rescue after the death of a worker, p99",
            ChaosFigures.percentile(figures.rescues()),
            lease + Math.max(2, lease / 3),
            "s",
            false));
    List<Double> resumptions = figures.resumptions();
    if (!resumptions.isEmpty()) {
      rows.add(
          new Row(
              "last worker works after the database returned",
              resumptions.get(resumptions.size() - 1),
              RESUMED_WITHIN,
              "s",
              false));
    }
    List<Integer> connections =
        result.connections().stream().map(DatabaseProbe.Connections::count).sorted().toList();
    if (!connections.isEmpty()) {
      int steady = connections.get(connections.size() / 2);
      rows.add(
          new Row(
              "connections at most, with %d in the median".formatted(steady),
              connections.get(connections.size() - 1),
              2.0 * steady,
              "",
              false));
    }
    return rows;
  }

  private Row none(String name, Set<Invariant> named, Invariant... invariants) {
    Set<Invariant> these = EnumSet.copyOf(List.of(invariants));
    named.addAll(these);
    return none(violations.stream().filter(each -> these.contains(each.invariant())).count(), name);
  }

  private static Row none(long count, String name) {
    return new Row(name, count, 0, "", true);
  }

  /** Writes the report in all forms, and prints one of them. */
  void write(Console console, boolean asJson) throws IOException {
    ObjectNode report = json();
    Files.writeString(out.resolve("report.json"), Json.write(report));
    Files.writeString(out.resolve("report.html"), new ChaosPage(this).html());
    Files.write(
        out.resolve("violations.txt"), violations.stream().flatMap(ChaosReport::lines).toList());
    if (asJson) {
      console.out().println(Json.write(report));
    } else {
      print(console.out());
    }
    console.err().println("wrote " + out.resolve("report.html"));
  }

  private static Stream<String> lines(Violation violation) {
    List<String> lines = new ArrayList<>(List.of(violation.toString()));
    violation.evidence().stream()
        .filter(event -> !(event instanceof Event.Snapshot)) // of all jobs
        .forEach(event -> lines.add("  " + EventLines.write(event)));
    return lines.stream();
  }

  private ObjectNode json() {
    ObjectNode report = Json.object().put("seed", options.seed).put("clean", isClean());
    if (result.drained() == null) {
      report.putNull("drainSeconds");
    } else {
      report.put("drainSeconds", result.drained());
    }
    ObjectNode rows = report.putObject("figures");
    for (Row row : rows()) {
      rows.putObject(row.name()).put("value", row.value()).put("limit", row.limit());
    }
    counts()
        .forEach(
            (part, counts) -> {
              ObjectNode node = report.putObject(part);
              counts.forEach(node::put);
            });
    ArrayNode found = report.putArray("violations");
    for (Violation each : violations) {
      found
          .addObject()
          .put("invariant", each.invariant().name())
          .put("kind", each.kind().name())
          .put("message", each.message());
    }
    return report;
  }

  /** What happened how often, by part of the report. */
  Map<String, Map<String, Long>> counts() {
    return new ChaosCounts(history).all();
  }

  private void print(PrintWriter to) {
    counts()
        .forEach(
            (part, counts) -> {
              to.println(part);
              counts.forEach(
                  (name, count) -> to.printf(Locale.ROOT, "  %-50s %,10d%n", name, count));
            });
    to.println("figures");
    rows().forEach(row -> to.println("  " + row.text()));
    to.println(ending());
    if (violations.isEmpty()) {
      to.println("no violation");
      return;
    }
    to.printf("%d violations, see violations.txt:%n", violations.size());
    violations.stream().limit(MAX_SHOWN).forEach(each -> to.println("  " + each));
  }

  /** When the last job ended. */
  String ending() {
    return result.drained() == null
        ? "not all jobs ended within %d s after the faults".formatted(options.drainWithin)
        : String.format(Locale.ROOT, "all jobs ended %.1f s after the faults", result.drained());
  }
}

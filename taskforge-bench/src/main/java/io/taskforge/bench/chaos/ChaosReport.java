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
import java.util.LinkedHashMap;
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
 * @param counts what happened how often, by part of the report
 */
record ChaosReport(
    ChaosOptions options,
    List<Event> history,
    List<Violation> violations,
    ChaosRun.Result result,
    List<Row> rows,
    Map<String, Map<String, Long>> counts) {
  private static final int MAX_SHOWN = 10;
  private static final double RESUMED_WITHIN = 10;
  private static final Map<String, Set<Invariant>> PROMISES = new LinkedHashMap<>();

  static {
    PROMISES.put("jobs lost", EnumSet.of(Invariant.I1, Invariant.I2, Invariant.I13));
    PROMISES.put("stale commits, leases valid twice", EnumSet.of(Invariant.I3, Invariant.I4));
    PROMISES.put("AT_MOST_ONCE jobs that started twice", EnumSet.of(Invariant.I5));
    PROMISES.put("illegal transitions", EnumSet.of(Invariant.I8, Invariant.I9));
    PROMISES.put("nodes exited", EnumSet.of(Invariant.I14));
  }

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
        && rows.stream().allMatch(row -> row.isKept() || !(row.promised() || options.strict));
  }

  static ChaosReport of(
      ChaosOptions options,
      List<Event> history,
      List<Violation> violations,
      ChaosRun.Result result) {
    ChaosCounts counts = new ChaosCounts(history);
    List<Row> rows = new ArrayList<>(promises(violations));
    rows.add(none(counts.innocents(), "innocent jobs given up as poison"));
    rows.add(none(counts.effectless(), "successes without an effect"));
    rows.add(none(result.deadlocks(), "deadlocks in the database"));
    rows.addAll(figures(options, new ChaosFigures(history), result));
    return new ChaosReport(options, history, violations, result, rows, counts.all());
  }

  private static List<Row> promises(List<Violation> violations) {
    List<Row> rows = new ArrayList<>();
    Set<Invariant> named = EnumSet.noneOf(Invariant.class);
    PROMISES.forEach(
        (name, these) -> {
          named.addAll(these);
          rows.add(none(count(violations, these), name));
        });
    rows.add(
        none(count(violations, EnumSet.complementOf(EnumSet.copyOf(named))), "other violations"));
    return rows;
  }

  private static long count(List<Violation> violations, Set<Invariant> these) {
    return violations.stream().filter(each -> these.contains(each.invariant())).count();
  }

  private static Row none(long count, String name) {
    return new Row(name, count, 0, "", true);
  }

  private static List<Row> figures(
      ChaosOptions options, ChaosFigures figures, ChaosRun.Result result) {
    List<Row> rows = new ArrayList<>();
    double lease = options.lease;
    List<Double> rescues = figures.rescues();
    if (!rescues.isEmpty()) {
      rows.add(
          new Row(
              "rescue after the death of a worker, p99",
              ChaosFigures.percentile(rescues),
              lease + Math.max(2, lease / 3),
              "s",
              false));
    }
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
              "connections to the database, limit twice the median",
              connections.get(connections.size() - 1),
              2.0 * steady,
              "",
              false));
    }
    return rows;
  }

  /** Writes the report in all forms, and prints one of them. */
  void write(Path out, Console console) throws IOException {
    ObjectNode report = json();
    Files.writeString(out.resolve("report.json"), Json.write(report));
    Files.writeString(out.resolve("report.html"), new ChaosPage(this).html());
    Files.write(
        out.resolve("violations.txt"), violations.stream().flatMap(ChaosReport::lines).toList());
    if (options.json) {
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
    ObjectNode figures = report.putObject("figures");
    for (Row row : rows) {
      figures.putObject(row.name()).put("value", row.value()).put("limit", row.limit());
    }
    counts.forEach(
        (part, these) -> {
          ObjectNode node = report.putObject(part);
          these.forEach(node::put);
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

  private void print(PrintWriter to) {
    counts.forEach(
        (part, these) -> {
          to.println(part);
          these.forEach((name, count) -> to.printf(Locale.ROOT, "  %-50s %,10d%n", name, count));
        });
    to.println("figures");
    rows.forEach(row -> to.println("  " + row.text()));
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

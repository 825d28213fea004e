package io.taskforge.bench.compare;

import io.taskforge.bench.chart.BarChart;
import io.taskforge.bench.chart.BarChart.Bar;
import io.taskforge.bench.compare.Sample.Summary;
import io.taskforge.json.strict.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Renders samples, as Markdown and JSON.
 *
 * @param facts of the machine and the versions
 * @param titles of the rows whose name is a workload's
 * @param faults what could not be measured
 */
record Report(
    Map<String, String> facts,
    Map<String, String> titles,
    List<Sample> samples,
    List<String> faults) {
  String markdown() {
    StringBuilder text = new StringBuilder("# Comparison\n\n");
    facts.forEach(
        (name, value) -> text.append("- ").append(name).append(": ").append(value).append('\n'));
    text.append(
        """

        Median [min–max] of the rounds. The ratio is TaskForge's figure relative to the
        other system's; above 1, TaskForge is better. WAL and database time are per job.

        | workload | system | median | spread | ratio | WAL | database time |
        | --- | --- | --- | --- | --- | --- | --- |
        """);
    String last = "";
    for (Summary each : Sample.summaries(samples)) {
      text.append(line(each, each.row().equals(last) ? "" : title(each.row())));
      last = each.row();
    }
    text.append("\n## Targets\n\n").append(Target.table(medians()));
    if (!faults.isEmpty()) {
      text.append("\nNot measured:\n\n");
      faults.forEach(fault -> text.append("- ").append(fault).append('\n'));
    }
    return text.toString();
  }

  private Map<String, Map<String, Double>> medians() {
    return Sample.summaries(samples).stream()
        .collect(
            Collectors.groupingBy(
                Summary::row, Collectors.toMap(Summary::system, Summary::median)));
  }

  private String line(Summary each, String title) {
    return "| %s | %s | %s %s | %s–%s | %s | %s | %s |%n"
        .formatted(
            title,
            each.system(),
            number(each.median()),
            each.unit(),
            number(each.min()),
            number(each.max()),
            Double.isNaN(each.ratio()) ? "" : String.format(Locale.ROOT, "%.2f", each.ratio()),
            Double.isNaN(each.walBytes()) ? "" : number(each.walBytes()) + " B",
            Double.isNaN(each.databaseMicros()) ? "" : number(each.databaseMicros()) + " µs")
        .replace(System.lineSeparator(), "\n");
  }

  /** Returns the title of a row: its workload's, with what follows the workload's name. */
  String title(String row) {
    int space = row.indexOf(' ');
    String name = space < 0 ? row : row.substring(0, space);
    return titles.getOrDefault(name, name) + (space < 0 ? "" : "," + row.substring(space));
  }

  /** Returns three significant digits, or all digits of a large number in groups. */
  static String number(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%,d", Math.round(value)).replace(',', ' ')
        : String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
  }

  /** Returns a chart of each row, as SVG, by file name. */
  Map<String, String> charts() {
    Map<String, String> charts = new LinkedHashMap<>();
    List<Summary> all = Sample.summaries(samples);
    for (String row : Sample.rows(samples)) {
      List<Bar> bars =
          all.stream()
              .filter(each -> each.row().equals(row))
              .map(
                  each ->
                      new Bar(
                          each.system(),
                          each.median(),
                          each.min(),
                          each.max(),
                          Double.isNaN(each.ratio()),
                          number(each.median()) + " " + each.unit()))
              .toList();
      charts.put(row.replace(' ', '-'), BarChart.svg(title(row), bars));
    }
    return charts;
  }

  ObjectNode json() {
    ObjectNode report = Json.object();
    ObjectNode about = report.putObject("run");
    facts.forEach(about::put);
    ArrayNode rows = report.putArray("summaries");
    for (Summary each : Sample.summaries(samples)) {
      ObjectNode row =
          rows.addObject()
              .put("workload", each.row())
              .put("system", each.system())
              .put("unit", each.unit())
              .put("median", each.median())
              .put("min", each.min())
              .put("max", each.max());
      optional(row, "ratio", each.ratio());
      optional(row, "walBytesPerJob", each.walBytes());
      optional(row, "databaseMicrosPerJob", each.databaseMicros());
    }
    ArrayNode all = report.putArray("samples");
    for (Sample each : samples) {
      all.addObject()
          .put("round", each.round())
          .put("workload", each.figure().row())
          .put("system", each.system())
          .put("value", each.figure().value());
    }
    ArrayNode missing = report.putArray("faults");
    faults.forEach(missing::add);
    return report;
  }

  private static void optional(ObjectNode node, String name, double value) {
    if (!Double.isNaN(value)) {
      node.put(name, value);
    }
  }
}

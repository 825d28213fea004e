package io.taskforge.bench.soak;

import io.taskforge.bench.chart.LineChart;
import io.taskforge.bench.chart.LineChart.Point;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a soak test measured.
 *
 * @param begin of the fault, in seconds since the start
 * @param end of the fault
 * @param stopSeconds the longest time that an adapter took to end when it was asked to
 */
record SoakReport(
    Fault fault,
    int rate,
    double begin,
    double end,
    Map<String, List<Point>> series,
    double stopSeconds) {
  private static final String COMPLETIONS = "completion_rate";
  private static final Map<String, String> TITLES =
      new TreeMap<>(
          Map.of(
              COMPLETIONS,
              "completions per second",
              "claim_p99_ms",
              "claim latency p99, ms",
              "table_mb",
              "table size, MB",
              "dead_rows",
              "dead rows"));
  private static final double RECOVERED = 0.98;
  private static final int RECOVERY_SECONDS = 30;
  private static final int STABLE_SECONDS = 6;
  private static final int STOP_SECONDS = 5;

  /** Writes charts and figures, and prints a summary; returns whether the system recovered. */
  boolean write(Path out, Console console) throws IOException {
    ObjectNode json =
        Json.object().put("scenario", fault.label()).put("begin", begin).put("end", end);
    json.put("rate", rate);
    for (Map.Entry<String, String> title : TITLES.entrySet()) {
      List<Point> points = points(title.getKey());
      Files.writeString(
          out.resolve(fault.label() + "-" + title.getKey() + ".svg"),
          LineChart.svg(fault.label() + ": " + title.getValue(), points, begin, end));
      ArrayNode array = json.putArray(title.getKey());
      points.forEach(point -> array.addArray().add(point.seconds()).add(point.value()));
      console
          .out()
          .printf(
              Locale.ROOT,
              "%-24s before %,12.1f   during %,12.1f   after %,12.1f%n",
              title.getValue(),
              median(points, begin / 3, begin),
              median(points, begin, end),
              median(points, end + (end - begin) / 3, Double.MAX_VALUE));
    }
    OptionalDouble after = recovery(points(COMPLETIONS), begin / 3, begin, end);
    boolean recovered =
        after.isPresent() && after.getAsDouble() <= RECOVERY_SECONDS && share() >= RECOVERED;
    boolean stopped = stopSeconds <= STOP_SECONDS;
    console
        .out()
        .printf(
            Locale.ROOT,
            "completions after the fault: %.1f %% of before%n"
                + "recovered to %.2f of before within %d s: %s%nstopped within %d s: %s, %.1f s%n",
            100 * share(),
            RECOVERED,
            RECOVERY_SECONDS,
            recovered ? "yes, after %.0f s".formatted(after.getAsDouble()) : "no",
            STOP_SECONDS,
            stopped ? "yes" : "no",
            stopSeconds);
    json.put("share", share()).put("recovered", recovered).put("stopSeconds", stopSeconds);
    Files.writeString(out.resolve(fault.label() + ".json"), Json.write(json));
    console.err().println("wrote " + out);
    return recovered && stopped;
  }

  /** The completion rate in the last part of the test, as a share of that before the fault. */
  private double share() {
    List<Point> points = points(COMPLETIONS);
    return median(points, end + (end - begin) / 3, Double.MAX_VALUE)
        / median(points, begin / 3, begin);
  }

  private List<Point> points(String metric) {
    return List.copyOf(series.getOrDefault(metric, List.of()));
  }

  /**
   * Returns how many seconds after the end of a fault the rate was stable at 98 % of what it had
   * been before; empty if it never was.
   */
  static OptionalDouble recovery(List<Point> rates, double from, double begin, double end) {
    double enough = RECOVERED * median(rates, from, begin);
    return rates.stream()
        .mapToDouble(Point::seconds)
        .filter(at -> at >= end && median(rates, at, at + STABLE_SECONDS) >= enough)
        .map(at -> at - end)
        .findFirst();
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

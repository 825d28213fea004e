package io.taskforge.bench.chaos;

import io.taskforge.bench.chart.LineChart.Point;
import io.taskforge.bench.chart.TimeLine;
import io.taskforge.bench.chart.TimeLine.Span;
import io.taskforge.job.AttemptStatus;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.NodeChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report as a page: a time line of faults and throughput, the figures and the counts. */
final class ChaosPage {
  private final ChaosReport report;
  private final Instant start;

  ChaosPage(ChaosReport report) {
    this.report = report;
    this.start = report.history().get(0).at();
  }

  private double at(Event event) {
    return Duration.between(start, event.at()).toMillis() / 1e3;
  }

  String html() {
    StringBuilder page =
        new StringBuilder(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Chaos run</title>
            <style>
              body { font: 15px sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
              table { border-collapse: collapse; margin: 1rem 0; }
              td, th { padding: .2rem .8rem; text-align: left; border-bottom: 1px solid #ddd; }
              td + td { text-align: right; font-variant-numeric: tabular-nums; }
            </style>
            <h1>Chaos run</h1>
            """);
    page.append("<p>Seed %d: ".formatted(report.options().seed))
        .append(report.isClean() ? "every promise was kept; " : "a promise was broken; ")
        .append(report.ending())
        .append(".</p>\n")
        .append(TimeLine.svg("completions per second", completions(), spans()))
        .append("<table>\n<tr><th>figure</th><th>value</th><th>at most</th></tr>\n");
    for (ChaosReport.Row row : report.rows()) {
      page.append(
          "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n"
              .formatted(
                  TimeLine.escaped(row.name()), row.number(row.value()), row.number(row.limit())));
    }
    page.append("</table>\n");
    report
        .counts()
        .forEach(
            (part, counts) -> {
              page.append("<table>\n<tr><th>%s</th><th></th></tr>\n".formatted(part));
              counts.forEach(
                  (name, count) ->
                      page.append(
                          "<tr><td>%s</td><td>%,d</td></tr>\n"
                              .formatted(TimeLine.escaped(name), count)));
              page.append("</table>\n");
            });
    return page.append("</html>\n").toString();
  }

  private List<Point> completions() {
    Map<Long, Integer> bySecond = new TreeMap<>();
    for (Event event : report.history()) {
      if (event instanceof Event.Committed committed
          && committed.status() == AttemptStatus.SUCCEEDED) {
        bySecond.merge((long) at(event), 1, Integer::sum);
      }
    }
    List<Point> points = new ArrayList<>();
    long last = bySecond.keySet().stream().mapToLong(each -> each).max().orElse(0);
    for (long second = 0; second <= last; second++) {
      points.add(new Point(second, bySecond.getOrDefault(second, 0)));
    }
    return points;
  }

  /** Faults by kind; one that has no end is a moment. */
  private Map<String, List<Span>> spans() {
    Map<String, List<Span>> spans = new TreeMap<>();
    Map<String, Double> begun = new HashMap<>();
    for (Event event : report.history()) {
      if (event instanceof Event.Fault fault) {
        boolean ended = fault.what().endsWith(Faults.ENDED);
        String what = ended ? fault.what().replace(Faults.ENDED, "") : fault.what();
        add(spans, begun, what.replaceAll(" \\d+:", ":"), what, at(event), ended);
      } else if (event instanceof Event.NodeChanged changed && !changed.why().isEmpty()) {
        boolean ended = changed.change() == NodeChange.RESUMED;
        String kind =
            ended || changed.change() == NodeChange.PAUSED
                ? "worker: SIGSTOP"
                : "worker: " + changed.why();
        add(spans, begun, kind, changed.node(), at(event), ended);
      }
    }
    return spans;
  }

  private static void add(
      Map<String, List<Span>> spans,
      Map<String, Double> begun,
      String kind,
      String what,
      double at,
      boolean ended) {
    List<Span> all = spans.computeIfAbsent(kind, each -> new ArrayList<>());
    if (!ended) {
      begun.put(kind + what, at);
      all.add(new Span(at, at));
      return;
    }
    Double from = begun.remove(kind + what);
    if (from != null) {
      all.remove(new Span(from, from));
      all.add(new Span(from, at));
    }
  }
}

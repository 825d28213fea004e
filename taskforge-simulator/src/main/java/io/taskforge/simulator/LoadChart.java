package io.taskforge.simulator;

import io.taskforge.simulator.chart.LineChart;
import io.taskforge.simulator.chart.LineChart.Axis;
import io.taskforge.simulator.chart.LineChart.Limit;
import io.taskforge.simulator.chart.LineChart.Point;
import io.taskforge.simulator.chart.LineChart.Series;
import io.taskforge.simulator.chart.LineChart.Shade;
import java.util.ArrayList;
import java.util.List;

/** The load on the destination over time, as a chart. */
public final class LoadChart {
  private static final int POINTS = 300;

  private LoadChart() {}

  /** Returns the chart of a comparison, with the outage shaded. */
  public static LineChart of(Comparison comparison) {
    Scenario scenario = comparison.scenario();
    int seconds =
        comparison.results().stream().mapToInt(each -> each.load().seconds()).max().orElse(1);
    int width = (seconds + POINTS - 1) / POINTS;
    List<Series> series = new ArrayList<>();
    double highest = scenario.destination().capacity();
    for (SimulationResult result : comparison.results()) {
      List<Point> points = new ArrayList<>();
      for (int at = 0; at < result.load().seconds(); at += width) {
        double rate = result.load().callRate(at, width);
        highest = Math.max(highest, rate);
        points.add(new Point(result.load().firstSecond() + at + width / 2.0, rate));
      }
      series.add(new Series(result.name(), points));
    }
    int first = -Simulation.WARM_UP_SECONDS;
    return new LineChart(
        "Load on the destination",
        new Axis("seconds since the outage began", first, first + seconds),
        new Axis("calls per second", 0, highest * 1.05),
        series,
        new Limit(
            "capacity " + Rates.text(scenario.destination().capacity()) + "/s",
            scenario.destination().capacity()),
        new Shade("outage", 0, scenario.outageSeconds()));
  }
}

package io.taskforge.cli.lab;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Glyphs;
import io.taskforge.simulator.LoadSeries;
import io.taskforge.simulator.Scenario;
import io.taskforge.simulator.SimulationResult;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The load on the destination as a chart of characters: successful calls are solid, failed ones
 * shaded, one column for some seconds.
 */
final class LoadPlot {
  private static final int HEIGHT = 6;
  private static final int LABEL = 9;
  private static final int WIDEST = 90;

  private final Scenario scenario;
  private final Glyphs glyphs;
  private final int columns;
  private final int step;

  LoadPlot(Scenario scenario, List<SimulationResult> results, Console console) {
    this.scenario = scenario;
    this.glyphs = console.glyphs();
    int seconds = results.stream().mapToInt(result -> result.load().seconds()).max().orElse(1);
    int room = Math.max(20, Math.min(WIDEST, console.width()) - LABEL - 2);
    this.step = Math.max(1, (seconds + room - 1) / room);
    this.columns = (seconds + step - 1) / step;
  }

  List<String> lines(SimulationResult result) {
    LoadSeries load = result.load();
    double highest = scenario.destination().capacity();
    for (int i = 0; i < columns; i++) {
      highest = Math.max(highest, load.callRate(i * step, step));
    }
    List<String> lines = new ArrayList<>();
    for (int row = HEIGHT; row >= 1; row--) {
      lines.add(row(load, row, highest).stripTrailing());
    }
    StringBuilder axis = new StringBuilder(" ".repeat(LABEL) + "+");
    for (int i = 0; i < columns; i++) {
      double second = load.firstSecond() + (i + 0.5) * step;
      boolean down = second >= 0 && second < seconds(scenario.destination().outage());
      axis.append(down ? '=' : '-');
    }
    lines.add(axis.toString());
    return lines;
  }

  private String row(LoadSeries load, int row, double highest) {
    boolean labelled = row == HEIGHT || row == HEIGHT / 2;
    String label = labelled ? "%.0f/s".formatted(highest * row / HEIGHT) : "";
    StringBuilder line =
        new StringBuilder(" ".repeat(Math.max(0, LABEL - 1 - label.length())) + label + " |");
    double middle = (row - 0.5) / HEIGHT * highest;
    for (int i = 0; i < columns; i++) {
      double calls = load.callRate(i * step, step);
      double succeeded = calls - load.failureRate(i * step, step);
      line.append(succeeded >= middle ? glyphs.solid() : calls >= middle ? glyphs.shade() : " ");
    }
    return line.toString();
  }

  String legend() {
    return "%s calls that succeed, %s calls that fail, = outage; one column is %s"
        .formatted(
            glyphs.solid(), glyphs.shade(), DurationText.forPeople(Duration.ofSeconds(step)));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}

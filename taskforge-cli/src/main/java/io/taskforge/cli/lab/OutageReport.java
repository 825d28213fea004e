package io.taskforge.cli.lab;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Table;
import io.taskforge.simulator.Comparison;
import io.taskforge.simulator.Scenario;
import io.taskforge.simulator.SimulationResult;
import io.taskforge.text.DurationText;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/** Prints a comparison: a table, and the load over time as a chart for each policy. */
public final class OutageReport {
  private OutageReport() {}

  public static void print(Comparison comparison, Console console) {
    PrintWriter out = console.out();
    Scenario scenario = comparison.scenario();
    out.printf(
        "%s jobs/s arrive, the destination serves %s/s and is down for %s;"
            + " ideally the backlog drains in %s%n%n",
        rate(scenario.arrivals()),
        rate(scenario.destination().capacity()),
        DurationText.forPeople(scenario.destination().outage()),
        people(scenario.idealDrainSeconds()));
    String times = console.glyphs().times();
    Table.<SimulationResult>empty()
        .whole("policy", SimulationResult::name)
        .number("drained in", result -> drained(result))
        .number("of ideal", result -> ratio(result, times))
        .number("failed calls", result -> "%,d".formatted(result.failedCalls()))
        .number("peak", result -> result.peakPerSecond() + "/s")
        .number("attempts used", result -> "%,d".formatted(result.attemptsUsed()))
        .number("dead", result -> "%,d".formatted(result.dead()))
        .lines(comparison.results(), console)
        .forEach(out::println);
    LoadPlot plot = new LoadPlot(scenario, comparison.results(), console);
    for (SimulationResult result : comparison.results()) {
      out.println();
      out.println(result.name());
      plot.lines(result).forEach(out::println);
    }
    out.println(plot.legend());
    if (comparison.results().stream().anyMatch(result -> result.dead() > 0)) {
      out.println("dead: jobs that were given up; they count as drained");
    }
  }

  private static String drained(SimulationResult result) {
    Double seconds = result.drainSeconds();
    return seconds == null ? "never" : people(seconds);
  }

  private static String ratio(SimulationResult result, String times) {
    Double ratio = result.drainRatio();
    return ratio == null ? "-" : String.format(Locale.ROOT, "%.2f %s", ratio, times);
  }

  private static String rate(double perSecond) {
    return BigDecimal.valueOf(perSecond)
        .setScale(3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String people(double seconds) {
    return DurationText.forPeople(Duration.ofSeconds(Math.round(seconds)));
  }
}

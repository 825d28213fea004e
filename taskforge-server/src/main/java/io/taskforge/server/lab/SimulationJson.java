package io.taskforge.server.lab;

import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.simulator.Comparison;
import io.taskforge.simulator.LoadSeries;
import io.taskforge.simulator.SimulationResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of a simulation as JSON, for the command line and the API. */
public final class SimulationJson {
  private static final int POINTS = 300;

  private static final View<SimulationResult> RESULT = figures(View.of("SimulatedPolicy"));

  /** The load over time, in at most 300 points. */
  private record Load(LoadSeries series, int step) {
    static Load of(SimulationResult result) {
      LoadSeries series = result.load();
      return new Load(series, Math.max(1, (series.seconds() + POINTS - 1) / POINTS));
    }

    List<BigDecimal> rates(ToDoubleBiFunction<Integer, Integer> rate) {
      List<BigDecimal> rates = new ArrayList<>();
      for (int at = 0; at < series.seconds(); at += step) {
        rates.add(rounded(rate.applyAsDouble(at, step), 2));
      }
      return rates;
    }
  }

  private static final View<Load> LOAD =
      View.<Load>of("SimulatedLoad")
          .integer(
              "from",
              load -> load.series.firstSecond(),
              "the time of the first point, in seconds from the start of the outage")
          .integer("step", Load::step, "the seconds from point to point")
          .key(
              "calls",
              load -> load.rates(load.series::callRate),
              Schema.list(Schema.number()),
              "calls per second")
          .key(
              "failed",
              load -> load.rates(load.series::failureRate),
              Schema.list(Schema.number()),
              "failed calls per second");

  private static final View<SimulationResult> WITH_LOAD =
      figures(View.<SimulationResult>of("SimulatedPolicyLoad"))
          .object("load", Load::of, LOAD, "the load on the destination over time");

  /** The response of the API: as {@link #of}, with the load over time. */
  public static final View<Comparison> VIEW =
      View.<Comparison>of("Simulation")
          .number(
              "ideal",
              comparison -> rounded(comparison.scenario().idealDrainSeconds(), 3),
              "the seconds in which the backlog drains if no call is wasted")
          .list("policies", Comparison::results, WITH_LOAD, "the policies, in the same order");

  private SimulationJson() {}

  private static View<SimulationResult> figures(View<SimulationResult> view) {
    return view.text("name", SimulationResult::name, "the policy's name")
        .numberOrNull(
            "drainSeconds",
            result -> rounded(result.drainSeconds(), 3),
            "the seconds from the end of the outage until the backlog was gone; null if it never"
                + " was")
        .numberOrNull(
            "drainRatio",
            result -> rounded(result.drainRatio(), 4),
            "drainSeconds as a multiple of the ideal, or null")
        .integer("failedCalls", SimulationResult::failedCalls, "calls that failed")
        .integer("peakPerSecond", SimulationResult::peakPerSecond, "the most calls in one second")
        .integer(
            "attemptsUsed",
            SimulationResult::attemptsUsed,
            "attempts that counted towards the policy's limits")
        .integer("dead", SimulationResult::dead, "jobs that were given up");
  }

  /** Returns the figures of a comparison, without the load over time. */
  public static ObjectNode of(Comparison comparison) {
    ObjectNode root = Json.object();
    root.put("ideal", rounded(comparison.scenario().idealDrainSeconds(), 3));
    ArrayNode policies = root.putArray("policies");
    comparison.results().forEach(result -> policies.add(RESULT.json(result)));
    return root;
  }

  private static @Nullable BigDecimal rounded(@Nullable Double value, int decimals) {
    return value == null
        ? null
        : BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
  }
}

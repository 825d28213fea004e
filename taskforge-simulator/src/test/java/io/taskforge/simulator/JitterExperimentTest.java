package io.taskforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.chart.LineChart;
import io.taskforge.simulator.chart.LineChart.Axis;
import io.taskforge.simulator.chart.LineChart.Point;
import io.taskforge.simulator.chart.LineChart.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Contending writers with a base of 5 ms and a cap of 2 s: full jitter needs the fewest calls. */
class JitterExperimentTest {
  private static final int ROUNDS = 20;
  private static final RetryPolicy EXPONENTIAL =
      RetryPolicy.exponential(Duration.ofMillis(5))
          .cappedAt(Duration.ofSeconds(2))
          .maxRetries(1_000_000);
  private static final Map<String, RetryPolicy> POLICIES = policies();

  private static Map<String, RetryPolicy> policies() {
    Map<String, RetryPolicy> policies = new LinkedHashMap<>();
    policies.put("exponential without jitter", EXPONENTIAL);
    policies.put("proportional jitter ±10%", EXPONENTIAL.jitter(Jitter.proportional(0.1)));
    policies.put("equal jitter", EXPONENTIAL.jitter(Jitter.equal()));
    policies.put("decorrelated jitter", EXPONENTIAL.jitter(Jitter.decorrelated()));
    policies.put("full jitter", EXPONENTIAL.jitter(Jitter.full()));
    return policies;
  }

  private static double calls(RetryPolicy policy, int writers) {
    double calls = 0;
    for (int round = 0; round < ROUNDS; round++) {
      calls += ContendingWriters.calls(policy, writers, round);
    }
    return calls / ROUNDS;
  }

  @Test
  void fifty_writers_need_the_fewest_calls_with_full_jitter() {
    Map<String, Double> calls = new LinkedHashMap<>();
    POLICIES.forEach((name, policy) -> calls.put(name, calls(policy, 50)));

    double full = calls.getOrDefault("full jitter", 0.0);

    assertThat(calls.entrySet())
        .filteredOn(entry -> !entry.getKey().equals("full jitter"))
        .allSatisfy(entry -> assertThat(entry.getValue()).as(entry.getKey()).isGreaterThan(full));
    assertThat(full).isLessThan(calls.getOrDefault("exponential without jitter", 0.0) * 0.7);
  }

  @Test
  void the_plot_in_the_guide_is_what_the_experiment_gives() throws IOException {
    List<Series> series = new ArrayList<>();
    double most = 0;
    for (Map.Entry<String, RetryPolicy> policy : POLICIES.entrySet()) {
      List<Point> points = new ArrayList<>();
      for (int writers = 10; writers <= 50; writers += 10) {
        double calls = calls(policy.getValue(), writers);
        most = Math.max(most, calls);
        points.add(new Point(writers, calls));
      }
      series.add(new Series(policy.getKey(), points));
    }
    String svg =
        new LineChart(
                "Writers that contend for one row: base 5 ms, cap 2 s",
                new Axis("writers", 10, 50),
                new Axis("calls until all have succeeded", 0, most * 1.05),
                series,
                null,
                null)
            .svg();

    Path plot = Path.of(System.getProperty("taskforge.root"), "docs/images/jitter-calls.svg");
    if (Boolean.getBoolean("taskforge.write")) {
      Files.writeString(plot, svg);
    }
    assertThat(plot).hasContent(svg);
  }
}

package io.taskforge.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A figure to reach.
 *
 * @param least whether the limit is the smallest allowed value, not the greatest
 * @param value computes the measured value; NaN if the samples lack it
 */
record Target(
    String title, boolean least, double limit, String unit, ToDoubleFunction<Medians> value) {
  private static final String OURS = "taskforge";

  /** The medians by row and system. */
  record Medians(Map<String, Map<String, Double>> byRow) {
    double of(String row, String system) {
      return byRow.getOrDefault(row, Map.of()).getOrDefault(system, Double.NaN);
    }

    double ours(String row) {
      return of(row, OURS);
    }

    /** Returns how many times more than the best peer; plain SQL is none. */
    double timesBestPeer(String row) {
      return byRow.getOrDefault(row, Map.of()).entrySet().stream()
          .filter(each -> !List.of(OURS, Peer.RAW_SQL.label()).contains(each.getKey()))
          .mapToDouble(each -> ours(row) / each.getValue())
          .min()
          .orElse(Double.NaN);
    }
  }

  boolean isMetBy(double measured) {
    return least ? measured >= limit : measured <= limit;
  }

  static List<Target> all() {
    List<Target> all = new ArrayList<>();
    all.add(times("drain, of the best peer", 2, m -> m.timesBestPeer("drain")));
    all.add(times("drain, of db-scheduler", 10, m -> ratio(m, "drain", "drain", "db-scheduler")));
    all.add(times("drain, of plain SQL", 0.4, m -> ratio(m, "drain", "drain", "raw-sql")));
    all.add(
        times(
            "drain at concurrency 20, of graphile-worker at its best",
            1,
            m -> ratio(m, "drain-default", "drain", "graphile-worker")));
    all.add(times("each fails once, of the best peer", 3, m -> m.timesBestPeer("fail-once")));
    all.add(times("bulk enqueue, of the best peer", 1, m -> m.timesBestPeer("bulk")));
    all.add(times("single enqueue, of the best peer", 1.5, m -> m.timesBestPeer("single")));
    all.add(most("latency from another process, p50", 5, "latency p50"));
    all.add(most("latency from another process, p99", 25, "latency p99"));
    for (String row : List.of("waiting", "finished", "not-due", "snapshot", "tenants")) {
      all.add(times(row + ", of the plain drain", 0.8, m -> ratio(m, row, "drain", OURS)));
    }
    for (String row : List.of("processes-2", "processes-4")) {
      all.add(times(row + ", of one process", 0.9, m -> ratio(m, row, "processes-1", OURS)));
    }
    for (int workers : new int[] {4, 16, 64, 256}) {
      String row = "short-jobs %d workers".formatted(workers);
      all.add(
          times(
              "1 ms jobs, %d workers, of the ceiling".formatted(workers),
              0.9,
              m -> m.ours(row) / Math.min(workers * 1_000, m.ours("drain"))));
      all.add(
          most(
              "1 ms jobs, %d workers, claim p99 at half".formatted(workers),
              25,
              row + ", claim p99 at half the rate"));
    }
    all.add(most("stop of the worker with 1 M waiting", 5_000, "waiting stop of the worker"));
    all.add(most("why a job waits, behind 1 M", 5, "http why a job waits, behind 1 M"));
    all.add(
        new Target(
            "SQLite drain", true, 60_000, "jobs/s", m -> m.of("sqlite-drain", "taskforge-sqlite")));
    all.add(
        times(
            "SQLite drain, of db-scheduler",
            5,
            m ->
                m.of("sqlite-drain", "taskforge-sqlite")
                    / m.of("sqlite-drain", "db-scheduler-sqlite")));
    all.add(new Target("HTTP enqueue", true, 4_000, "jobs/s", m -> m.ours("http enqueue")));
    all.add(
        new Target(
            "HTTP claim and complete",
            true,
            15_000,
            "jobs/s",
            m -> m.ours("http claim 100 and complete")));
    return all;
  }

  private static double ratio(Medians medians, String row, String otherRow, String other) {
    return medians.ours(row) / medians.of(otherRow, other);
  }

  private static Target times(String title, double limit, ToDoubleFunction<Medians> value) {
    return new Target(title, true, limit, "×", value);
  }

  private static Target most(String title, double limit, String row) {
    return new Target(title, false, limit, "ms", m -> m.ours(row));
  }

  /** Returns a table of those that were measured. */
  static String table(Medians medians) {
    StringBuilder text = new StringBuilder("| figure | to reach | measured | met |\n");
    text.append("| --- | --- | --- | --- |\n");
    for (Target target : all()) {
      double measured = target.value.applyAsDouble(medians);
      if (!Double.isNaN(measured)) {
        Stream.of(
                target.title,
                (target.least ? "≥ " : "≤ ") + Report.number(target.limit) + " " + target.unit,
                Report.number(measured) + " " + target.unit,
                target.isMetBy(measured) ? "yes" : "**no**")
            .forEach(cell -> text.append("| ").append(cell).append(' '));
        text.append("|\n");
      }
    }
    return text.toString();
  }
}

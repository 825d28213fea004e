package io.taskforge.bench.compare;

import java.util.List;
import java.util.Map;

/**
 * A figure to reach, as a line of {@link #ALL}: its title, a limit with a unit, the measured row,
 * and what the row is divided by, if the limit is a ratio.
 */
record Target(String title, String limit, String row, String divisor) {
  private static final String OURS = Peer.TASKFORGE.label();

  // Rows are TaskForge's unless a system is named after an @. "best" is the best peer, and
  // 4000/drain
  // is the smaller of both.
  private static final String ALL =
      """
      drain, of the best peer | ≥ 2 × | drain | drain@best
      drain, of db-scheduler | ≥ 10 × | drain | drain@db-scheduler
      drain, of plain SQL | ≥ 0.4 × | drain | drain@raw-sql
      drain at concurrency 20, of graphile-worker at its best | ≥ 1 × | drain-default | drain@graphile-worker
      each fails once, of the best peer | ≥ 3 × | fail-once | fail-once@best
      bulk enqueue, of the best peer | ≥ 1 × | bulk | bulk@best
      single enqueue, of the best peer | ≥ 1.5 × | single | single@best
      latency from another process, p50 | ≤ 5 ms | latency p50
      latency from another process, p99 | ≤ 25 ms | latency p99
      1 M waiting, of the plain drain | ≥ 0.8 × | waiting | drain
      1 M finished, of the plain drain | ≥ 0.8 × | finished | drain
      1 M not due, of the plain drain | ≥ 0.8 × | not-due | drain
      held snapshot, of the plain drain | ≥ 0.8 × | snapshot | drain
      100 tenants, of the plain drain | ≥ 0.8 × | tenants | drain
      2 processes, of one | ≥ 0.9 × | processes-2 | processes-1
      4 processes, of one | ≥ 0.9 × | processes-4 | processes-1
      1 ms jobs, 4 workers, of the ceiling | ≥ 0.9 × | short-jobs 4 workers | 4000/drain
      1 ms jobs, 16 workers, of the ceiling | ≥ 0.9 × | short-jobs 16 workers | 16000/drain
      1 ms jobs, 64 workers, of the ceiling | ≥ 0.9 × | short-jobs 64 workers | 64000/drain
      1 ms jobs, 256 workers, of the ceiling | ≥ 0.9 × | short-jobs 256 workers | 256000/drain
      claim p99 at half of it, 4 workers | ≤ 25 ms | short-jobs 4 workers, claim p99 at half the rate
      claim p99 at half of it, 16 workers | ≤ 25 ms | short-jobs 16 workers, claim p99 at half the rate
      claim p99 at half of it, 64 workers | ≤ 25 ms | short-jobs 64 workers, claim p99 at half the rate
      claim p99 at half of it, 256 workers | ≤ 25 ms | short-jobs 256 workers, claim p99 at half the rate
      stop of a worker with 1 M waiting | ≤ 5000 ms | waiting stop of the worker
      why a job waits, behind 1 M | ≤ 5 ms | http why a job waits, behind 1 M
      SQLite drain | ≥ 60000 jobs/s | sqlite-drain@taskforge-sqlite
      SQLite drain, of db-scheduler | ≥ 5 × | sqlite-drain@taskforge-sqlite | sqlite-drain@db-scheduler-sqlite
      HTTP enqueue | ≥ 4000 jobs/s | http enqueue
      HTTP claim and complete | ≥ 15000 jobs/s | http claim 100 and complete
      """;

  static List<Target> all() {
    return ALL.lines()
        .map(line -> (line + " | ").split(" \\| ", -1))
        .map(cells -> new Target(cells[0], cells[1], cells[2], cells[3]))
        .toList();
  }

  /**
   * Returns the measured value; NaN if something was not measured.
   *
   * @param medians by row and system
   */
  double measured(Map<String, Map<String, Double>> medians) {
    return value(medians, row) / (divisor.isEmpty() ? 1 : value(medians, divisor));
  }

  private static double value(Map<String, Map<String, Double>> medians, String what) {
    int slash = what.indexOf('/');
    if (slash > 0) {
      double other = value(medians, what.substring(slash + 1));
      return Math.min(Integer.parseInt(what.substring(0, slash)), other);
    }
    String[] parts = (what + "@" + OURS).split("@", -1);
    Map<String, Double> systems = medians.getOrDefault(parts[0], Map.of());
    return parts[1].equals("best") ? best(systems) : systems.getOrDefault(parts[1], Double.NaN);
  }

  /** Returns the most of all peers; plain SQL is none. */
  private static double best(Map<String, Double> systems) {
    return systems.entrySet().stream()
        .filter(each -> !List.of(OURS, Peer.RAW_SQL.label()).contains(each.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .max()
        .orElse(Double.NaN);
  }

  boolean isMetBy(double measured) {
    double number = Double.parseDouble(limit.split(" ", -1)[1]);
    return limit.startsWith("≥") ? measured >= number : measured <= number;
  }

  /** Returns a table of those that were measured. */
  static String table(Map<String, Map<String, Double>> medians) {
    StringBuilder text = new StringBuilder("| figure | to reach | measured | met |\n");
    text.append("| --- | --- | --- | --- |\n");
    for (Target target : all()) {
      double measured = target.measured(medians);
      if (!Double.isNaN(measured)) {
        text.append(
            "| %s | %s | %s | %s |\n"
                .formatted(
                    target.title,
                    target.limit,
                    Report.number(measured),
                    target.isMetBy(measured) ? "yes" : "**no**"));
      }
    }
    return text.toString();
  }
}

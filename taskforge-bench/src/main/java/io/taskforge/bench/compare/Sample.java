package io.taskforge.bench.compare;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A figure of a system in one round. */
record Sample(String system, int round, Figure figure) {
  static Set<String> rows(List<Sample> samples) {
    return samples.stream()
        .map(sample -> sample.figure().row())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * The figures of one row and system over all rounds.
   *
   * @param ratio how many times better TaskForge is; NaN for TaskForge itself
   */
  record Summary(
      String row,
      String unit,
      String system,
      double median,
      double min,
      double max,
      double walBytes,
      double databaseMicros,
      double ratio) {}

  /** Summarizes samples, in the order in which rows and systems first appear. */
  static List<Summary> summaries(List<Sample> samples) {
    return rows(samples).stream().flatMap(row -> summaries(samples, row).stream()).toList();
  }

  private static List<Summary> summaries(List<Sample> samples, String row) {
    List<Sample> ofRow = samples.stream().filter(s -> s.figure().row().equals(row)).toList();
    String unit = ofRow.get(0).figure().unit();
    double ours = median(values(ofRow, "taskforge"));
    return ofRow.stream()
        .map(Sample::system)
        .distinct()
        .sorted(Comparator.comparing(system -> !system.startsWith("taskforge")))
        .map(
            system -> {
              List<Sample> own = ofRow.stream().filter(s -> s.system().equals(system)).toList();
              List<Double> values = values(own, system);
              double median = median(values);
              return new Summary(
                  row,
                  unit,
                  system,
                  median,
                  values.get(0),
                  values.get(values.size() - 1),
                  median(own.stream().map(s -> s.figure().walBytes()).sorted().toList()),
                  median(own.stream().map(s -> s.figure().databaseMicros()).sorted().toList()),
                  system.startsWith("taskforge")
                      ? Double.NaN
                      : unit.equals("ms") ? median / ours : ours / median);
            })
        .toList();
  }

  private static List<Double> values(List<Sample> samples, String system) {
    return samples.stream()
        .filter(sample -> sample.system().startsWith(system))
        .map(sample -> sample.figure().value())
        .sorted()
        .toList();
  }

  /** Returns the median of sorted values; NaN of none. */
  static double median(List<Double> sorted) {
    int size = sorted.size();
    return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }
}

package io.taskforge.bench.compare;

/**
 * A measured value.
 *
 * @param row the row of the table that it belongs to
 * @param unit {@code jobs/s}, or {@code ms} where less is better
 * @param walBytes per job; NaN if unknown
 * @param databaseMicros execution time of statements per job; NaN if unknown
 */
record Figure(String row, String unit, double value, double walBytes, double databaseMicros) {
  static Figure of(String row, String unit, double value) {
    return new Figure(row, unit, value, Double.NaN, Double.NaN);
  }
}

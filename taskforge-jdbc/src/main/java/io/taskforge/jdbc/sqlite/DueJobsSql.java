package io.taskforge.jdbc.sqlite;

/**
 * The statements that read what is due in a lane: of each type a range of {@code ready}'s key, in
 * the order of time, merged as rows are asked for, so that no row of another type is visited.
 * Parameters: 1 queue, 2 priority, 3 tenant, 4 now, 5 limit, and the types from 6 on.
 */
final class DueJobsSql {
  /** The most types of one statement; SQLite takes up to 500. */
  static final int MOST_TYPES = 256;

  private static final String COLUMNS =
      """
      SELECT r.job_seq, r.attempt, r.unstarted, r.earlier, r.failures, r.lost_leases,
        r.interruptions, r.run_at, r.first_started_at, r.previous_delay_us,
        j.id, j.type, j.tenant, j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us,
        j.deadline, j.idempotency_key
      """;
  private static final String OF_ONE_TYPE =
      """
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE r.queue = ?1 AND r.priority = ?2 AND r.tenant = ?3 AND r.run_at <= ?4 AND r.type = ?6
      ORDER BY r.run_at, r.job_seq LIMIT ?5
      """;
  private static final String OF_MANY_TYPES =
      """
      FROM (
        ${ranges}
        ORDER BY run_at, job_seq LIMIT ?5) r
      CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      ORDER BY r.run_at, r.job_seq
      """;
  private static final String RANGE =
      """
      SELECT job_seq, attempt, unstarted, earlier, failures, lost_leases, interruptions, run_at,
        first_started_at, previous_delay_us
      FROM ${prefix}ready
      WHERE queue = ?1 AND priority = ?2 AND tenant = ?3 AND run_at <= ?4 AND type = ?%d
      """;

  private DueJobsSql() {}

  /** Returns how many types the statement for so many takes: few statements are kept prepared. */
  static int places(int types) {
    return types == 1 ? 1 : Integer.highestOneBit(types - 1) * 2;
  }

  /** Returns the statement for so many types. */
  static String of(String prefix, int places) {
    StringBuilder ranges = new StringBuilder();
    for (int i = 0; i < places; i++) {
      ranges.append(i == 0 ? "" : "UNION ALL\n").append(RANGE.formatted(6 + i));
    }
    String from = places == 1 ? OF_ONE_TYPE : OF_MANY_TYPES.replace("${ranges}", ranges);
    return (COLUMNS + from).replace("${prefix}", prefix);
  }
}

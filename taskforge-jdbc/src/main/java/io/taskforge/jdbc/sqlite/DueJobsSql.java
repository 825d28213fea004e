package io.taskforge.jdbc.sqlite;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The statements that read the due jobs of one lane, ordered by time: one key range of {@code
 * ready} per type. SQLite merges the ranges as rows are read, so that no row of another type is
 * visited. It does so only for ranges that are written out in the statement, so there is one
 * statement per number of types, with the parameters {@code :type0}, {@code :type1} and so on.
 *
 * <p>Whole statements for any number of types are slower. A join with the list of types reads and
 * sorts all due jobs. A recursive query can merge the ranges and uses the same index, but took two
 * to four times as long for 1 000 jobs of 4 and of 64 types.
 */
final class DueJobsSql {
  /** The maximum number of types in one statement; SQLite supports up to 500. */
  static final int MAX_TYPES = 256;

  private static final String ONE_TYPE =
      """
      SELECT r.job_seq, r.attempt, r.unstarted, r.earlier, r.failures, r.lost_leases,
        r.interruptions, r.run_at, r.first_started_at, r.previous_delay_us,
        j.id, j.type, j.tenant, j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us,
        j.deadline, j.idempotency_key, j.schedule
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE r.queue = :queue AND r.priority = :priority AND r.tenant = :tenant
        AND r.type = :type0 AND r.run_at <= :now
      ORDER BY r.run_at, r.job_seq LIMIT :limit
      """;
  private static final String RANGE =
      """
      SELECT job_seq, attempt, unstarted, earlier, failures, lost_leases, interruptions, run_at,
        first_started_at, previous_delay_us
      FROM ${prefix}ready
      WHERE queue = :queue AND priority = :priority AND tenant = :tenant AND run_at <= :now
        AND type = :type%d
      """;
  private static final String MANY_TYPES =
      """
      SELECT r.job_seq, r.attempt, r.unstarted, r.earlier, r.failures, r.lost_leases,
        r.interruptions, r.run_at, r.first_started_at, r.previous_delay_us,
        j.id, j.type, j.tenant, j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us,
        j.deadline, j.idempotency_key, j.schedule
      FROM (
        %s
        ORDER BY run_at, job_seq LIMIT :limit) r
      CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      ORDER BY r.run_at, r.job_seq
      """;

  private DueJobsSql() {}

  /** Rounds a number of types up to a power of two, so that few statements are prepared. */
  static int places(int types) {
    return types == 1 ? 1 : Integer.highestOneBit(types - 1) * 2;
  }

  /** Returns the statement for this many types. */
  static String of(int types) {
    return types == 1
        ? ONE_TYPE
        : MANY_TYPES.formatted(
            IntStream.range(0, types)
                .mapToObj(RANGE::formatted)
                .collect(Collectors.joining("UNION ALL\n")));
  }
}

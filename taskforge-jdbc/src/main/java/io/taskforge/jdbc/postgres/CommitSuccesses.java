package io.taskforge.jdbc.postgres;

import static io.taskforge.jdbc.postgres.PostgresColumns.sinceEpoch;
import static io.taskforge.jdbc.postgres.SettlementArrays.bits;
import static io.taskforge.jdbc.postgres.SettlementArrays.ids;
import static io.taskforge.jdbc.postgres.SettlementArrays.ints;
import static io.taskforge.jdbc.postgres.SettlementArrays.longs;
import static io.taskforge.jdbc.postgres.SettlementArrays.texts;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.Verdict;
import io.taskforge.store.Settlement;
import io.taskforge.store.StatisticsCell;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Commits a batch of plain successes: attempts that succeeded without result, log, progress or
 * explanation. Most batches are, and they need less than half of what {@link CommitSettlements}
 * does: the row of the finished job is also the history row of its last attempt, and the batch is
 * counted before it is sent.
 */
final class CommitSuccesses {
  // All or nothing: unless every position is still open, the statement changes nothing. Positions
  // are compared by lease and not by job. closing has a 1 for each position to settle. A value that
  // is the same in all rows is a parameter of its own, and its array is null.
  private static final String COMMIT =
      """
      WITH held AS MATERIALIZED (
        SELECT token, open_positions FROM ${prefix}lease
        WHERE token = ANY (:lease_tokens::bigint[])
        ORDER BY token
        FOR UPDATE),
      closed AS MATERIALIZED (
        SELECT
          h.token, h.open_positions, length(c.closing) <= length(h.open_positions) AS fits,
          rpad(c.closing, length(h.open_positions), '0')::bit varying AS closing
        FROM held h
        JOIN unnest(:lease_tokens::bigint[], :closing::text[]) AS c(token, closing)
          ON c.token = h.token),
      valid AS MATERIALIZED (
        SELECT count(*) = :leases AS whole
        FROM closed
        WHERE fits AND open_positions & closing = closing),
      done AS (
        INSERT INTO ${prefix}finished_succeeded (
          job_id, finished_at, run_at, started_at, duration_us, attempt, unstarted, earlier,
          failures, lost_leases, interruptions, state, queue, type, tenant, worker)
        SELECT
          job_id, COALESCE(:now::timestamptz, statement_timestamp()),
          'epoch'::timestamptz
            + COALESCE(scheduled_us, :all_scheduled::bigint) * interval '1 microsecond',
          'epoch'::timestamptz
            + COALESCE(started_us, :all_started::bigint) * interval '1 microsecond',
          COALESCE(duration_us, :all_durations::bigint),
          COALESCE(attempt, :all_attempts::integer),
          COALESCE(unstarted, :all_unstarted::integer),
          COALESCE(earlier, :all_earlier::integer),
          COALESCE(failures, :all_failures::integer),
          COALESCE(lost_leases, :all_lost_leases::integer),
          COALESCE(interruptions, :all_interruptions::integer),
          'SUCCEEDED',
          COALESCE(queue, :all_queues::text),
          COALESCE(type, :all_types::text),
          COALESCE(tenant, :all_tenants::text),
          COALESCE(worker, :all_workers::text)
        FROM unnest(
          :job_ids::uuid[], :scheduled::bigint[], :started::bigint[], :durations::bigint[],
          :attempts::integer[], :unstarted::integer[], :earlier::integer[], :failures::integer[],
          :lost_leases::integer[], :interruptions::integer[], :queues::text[], :types::text[],
          :tenants::text[], :workers::text[])
          AS g(
            job_id, scheduled_us, started_us, duration_us, attempt, unstarted, earlier, failures,
            lost_leases, interruptions, queue, type, tenant, worker)
        WHERE (SELECT whole FROM valid)),
      statistics AS (
        INSERT INTO ${prefix}statistics_delta (
          hour, queue, tenant, type, category, count, run_us, delay_us)
        SELECT hour, queue, tenant, type, category, count, run_us, 0
        FROM unnest(
          :cell_hours::bigint[], :cell_queues::text[], :cell_tenants::text[], :cell_types::text[],
          :cell_categories::integer[], :cell_counts::bigint[], :cell_run_us::double precision[])
          AS c(hour, queue, tenant, type, category, count, run_us)
        WHERE (SELECT whole FROM valid)),
      kept AS (
        UPDATE ${prefix}lease l SET open_positions = c.open_positions & ~c.closing
        FROM closed c
        WHERE l.token = c.token
          AND c.open_positions <> c.closing
          AND (SELECT whole FROM valid)),
      ended AS (
        DELETE FROM ${prefix}lease l USING closed c
        WHERE l.token = c.token
          AND c.open_positions = c.closing
          AND (SELECT whole FROM valid))
      SELECT whole, COALESCE(:now::timestamptz, statement_timestamp()) AS ended_at FROM valid
      """;

  private final Statements statements;
  private final Columns columns = new PostgresColumns();

  CommitSuccesses(Statements statements) {
    this.statements = statements;
  }

  /** Whether all are plain successes, each of another job. */
  static boolean areAll(List<Settlement> settlements) {
    return settlements.stream().allMatch(CommitSuccesses::isPlain)
        && CommitSettlements.areOfDifferentJobs(settlements);
  }

  /** Whether the finished job's row has everything that history needs about the last attempt. */
  static boolean isPlain(Settlement settlement) {
    Verdict verdict = settlement.verdict();
    return verdict.status() == AttemptStatus.SUCCEEDED
        && verdict.next() instanceof Verdict.Finish finish
        && finish.state() == JobState.SUCCEEDED
        && finish.result() == null
        && verdict.explanation().isEmpty()
        && verdict.counters().equals(settlement.job().counters())
        && settlement.run().log().isEmpty()
        && settlement.run().progress() == null;
  }

  /**
   * Commits the batch and returns the time at which its jobs finished; null if a lease was lost,
   * and nothing was committed.
   */
  @Nullable Instant commit(Connection connection, List<Settlement> batch) throws SQLException {
    Map<Long, BitSet> closing =
        SettlementArrays.positions(batch.stream().map(s -> s.job().lease()));
    Map<StatisticsCell, StatisticsCell.Sums> cells = new HashMap<>();
    for (Settlement settlement : batch) {
      // The hour is that of the run's end, not of the commit: a success was started.
      StatisticsCell.count(cells, settlement, false, Instant.EPOCH);
    }
    try (NamedStatement statement = statements.on(connection, COMMIT)) {
      statement
          .longs("lease_tokens", SettlementArrays.tokens(closing))
          .texts("closing", bits(closing, '1', '0'))
          .number("leases", closing.size())
          .ids("job_ids", ids(batch))
          .longsOrOne("scheduled", longs(batch, s -> sinceEpoch(s.job().scheduledAt())))
          .longsOrOne("started", longs(batch, s -> sinceEpoch(s.run().startedAt())))
          .longsOrOne("durations", longs(batch, s -> Columns.micros(s.run().duration())))
          .intsOrOne("attempts", ints(batch, s -> s.job().number().entry()))
          .intsOrOne("unstarted", ints(batch, s -> s.job().number().unstarted()))
          .intsOrOne("earlier", ints(batch, s -> s.job().number().earlier()))
          .intsOrOne("failures", ints(batch, s -> s.job().counters().failures()))
          .intsOrOne("lost_leases", ints(batch, s -> s.job().counters().lostLeases()))
          .intsOrOne("interruptions", ints(batch, s -> s.job().counters().interruptions()))
          .textsOrOne("queues", texts(batch, s -> s.job().queue().value()))
          .textsOrOne("types", texts(batch, s -> s.job().type().value()))
          .textsOrOne("tenants", texts(batch, s -> s.job().tenant().value()))
          .textsOrOne("workers", texts(batch, s -> s.worker().value()));
      bind(statement, cells);
      try (ResultSet row = statement.query()) {
        row.next();
        return row.getBoolean("whole") ? columns.instant(row, "ended_at") : null;
      }
    }
  }

  private static void bind(
      NamedStatement statement, Map<StatisticsCell, StatisticsCell.Sums> counted)
      throws SQLException {
    List<StatisticsCell> cells = List.copyOf(counted.keySet());
    List<StatisticsCell.Sums> sums = cells.stream().map(counted::get).toList();
    statement
        .longsOrNulls("cell_hours", longs(cells, StatisticsCell::hour))
        .texts("cell_queues", texts(cells, cell -> cell.queue().value()))
        .texts("cell_tenants", texts(cells, cell -> cell.tenant().value()))
        .texts("cell_types", texts(cells, cell -> cell.type().value()))
        .ints("cell_categories", cells.stream().mapToInt(StatisticsCell::category).toArray())
        .longsOrNulls("cell_counts", longs(sums, StatisticsCell.Sums::count))
        .doublesOrNulls(
            "cell_run_us", sums.stream().map(sum -> sum.runMicros()).toArray(Double[]::new));
  }
}

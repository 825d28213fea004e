package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.store.CommitResult;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Commits the results of attempts, any number in one statement; plain successes with a smaller one
 * ({@link CommitSuccesses}).
 */
final class CommitSettlements {
  // Leases are locked in token order, so that two commits can't deadlock. A commit of two
  // statements locks those of both first. A statement that waited for a lock reads the row's
  // current version, not that of its snapshot, so the open positions and cancel requests are up to
  // date. A value that is the same in all rows is a parameter of its own (:all_...), and its array
  // is null; long texts are not copied into each row before they are stored.
  private static final String COMMIT =
      """
      WITH held AS MATERIALIZED (
        SELECT token, open_positions, cancelled_positions FROM ${prefix}lease
        WHERE token = ANY (:lease_tokens::bigint[])
        ORDER BY token
        FOR UPDATE),
      versions AS MATERIALIZED (
        SELECT id, nullif(version, '') AS version FROM ${prefix}worker
        WHERE id = ANY (array_append(:workers::text[], :all_workers::text))),
      valid AS MATERIALIZED (
        SELECT
          g.place, g.job_id, g.message, g.stack_trace, g.progress,
          COALESCE(g.again, :all_again::boolean) AS again,
          COALESCE(g.again, :all_again::boolean)
            AND g.position = ANY (h.cancelled_positions) AS cancel,
          COALESCE(g.plain, :all_plain::boolean) AS plain,
          COALESCE(g.cell, :all_cells::integer) AS cell,
          COALESCE(g.queue, :all_queues::text) AS queue,
          COALESCE(g.type, :all_types::text) AS type,
          COALESCE(g.tenant, :all_tenants::text) AS tenant,
          COALESCE(g.priority, :all_priorities::integer) AS priority,
          COALESCE(g.lane_key, :all_lane_keys::text) AS lane_key,
          COALESCE(g.worker, :all_workers::text) AS worker,
          COALESCE(g.attempt, :all_attempts::integer) AS attempt,
          COALESCE(g.unstarted, :all_unstarted::integer) AS unstarted,
          COALESCE(g.earlier, :all_earlier::integer) AS earlier,
          COALESCE(g.retry, :all_retries::integer) AS retry,
          COALESCE(g.failures, :all_failures::integer) AS failures,
          COALESCE(g.lost_leases, :all_lost_leases::integer) AS lost_leases,
          COALESCE(g.interruptions, :all_interruptions::integer) AS interruptions,
          COALESCE(g.status, :all_statuses::text) AS status,
          COALESCE(g.state, :all_states::text) AS state,
          COALESCE(g.result, :all_results::text) AS result,
          COALESCE(g.failure_kind, :all_kinds::text) AS failure_kind,
          COALESCE(g.error_type, :all_error_types::text) AS error_type,
          COALESCE(g.fingerprint, :all_fingerprints::text) AS fingerprint,
          COALESCE(g.explanation, :all_explanations::text) AS explanation,
          COALESCE(g.log, :all_logs::text) AS log,
          COALESCE(g.dlq_reason, :all_dlq_reasons::text) AS dlq_reason,
          COALESCE(g.moved_from_queue, :all_moved_from::text) AS moved_from_queue,
          COALESCE(g.duration_us, :all_durations::bigint) AS duration_us,
          COALESCE(g.delay_us, :all_delays::bigint) AS delay_us,
          COALESCE(g.previous_delay_us, :all_previous_delays::bigint) AS previous_delay_us,
          COALESCE(:now::timestamptz, statement_timestamp())
            + COALESCE(g.delay_us, :all_delays::bigint) * interval '1 microsecond' AS next_run_at,
          'epoch'::timestamptz
            + COALESCE(g.scheduled_us, :all_scheduled::bigint) * interval '1 microsecond'
            AS scheduled_at,
          'epoch'::timestamptz
            + COALESCE(g.started_us, :all_started::bigint) * interval '1 microsecond'
            AS started_at,
          'epoch'::timestamptz
            + COALESCE(g.first_started_us, :all_first_started::bigint) * interval '1 microsecond'
            AS first_started_at
        FROM unnest(
          :tokens::bigint[], :positions::integer[], :job_ids::uuid[], :attempts::integer[],
          :retries::integer[], :statuses::text[], :workers::text[], :scheduled::bigint[],
          :started::bigint[], :durations::bigint[], :kinds::text[], :error_types::text[],
          :messages::text[], :stack_traces::text[], :explanations::text[], :failures::integer[],
          :lost_leases::integer[], :interruptions::integer[], :logs::text[],
          :progress::double precision[], :again::boolean[], :delays::bigint[],
          :first_started::bigint[], :previous_delays::bigint[], :priorities::integer[],
          :queues::text[], :types::text[], :tenants::text[], :states::text[], :results::text[],
          :dlq_reasons::text[], :moved_from::text[], :fingerprints::text[], :unstarted::integer[],
          :earlier::integer[], :cells::integer[], :lane_keys::text[], :plain::boolean[])
          WITH ORDINALITY AS g(
            token, position, job_id, attempt, retry, status, worker, scheduled_us, started_us,
            duration_us, failure_kind, error_type, message, stack_trace, explanation, failures,
            lost_leases, interruptions, log, progress, again, delay_us, first_started_us,
            previous_delay_us, priority, queue, type, tenant, state, result, dlq_reason,
            moved_from_queue, fingerprint, unstarted, earlier, cell, lane_key, plain, place)
        JOIN held h ON h.token = g.token
        WHERE CASE
          WHEN g.position < length(h.open_positions)
          THEN get_bit(h.open_positions, g.position) = 1 END),
      history AS (
        INSERT INTO ${prefix}attempt (
          job_id, scheduled_at, started_at, finished_at, duration_us, delay_us, next_run_at,
          progress, attempt, retry, failures, lost_leases, interruptions, status, worker,
          failure_kind, error_type, message, stack_trace, explanation, log, queue, type, tenant,
          fingerprint, worker_version, unstarted, earlier)
        SELECT
          job_id, scheduled_at, started_at,
          COALESCE(
            started_at + duration_us * interval '1 microsecond',
            :now::timestamptz,
            statement_timestamp()),
          duration_us,
          CASE WHEN NOT cancel THEN delay_us END,
          CASE WHEN NOT cancel THEN next_run_at END,
          progress, attempt, retry, failures, lost_leases, interruptions, status, worker,
          failure_kind, error_type,
          COALESCE(message, :all_messages::text),
          COALESCE(stack_trace, :all_stack_traces::text),
          CASE
            WHEN cancel AND started_at IS NULL
            THEN concat_ws('; ', 'cancelled before it started', explanation)
            WHEN cancel THEN concat_ws('; ', 'cancelled while it ran', explanation)
            ELSE explanation END,
          log, COALESCE(moved_from_queue, queue), type, tenant, fingerprint,
          CASE WHEN fingerprint IS NOT NULL THEN versions.version END,
          unstarted, earlier
        FROM valid
        LEFT JOIN versions ON versions.id = valid.worker
        WHERE NOT plain),
      counted AS (
        SELECT
          cell, cancel, count(*) AS count,
          COALESCE(sum(duration_us::double precision), 0) AS run_us,
          COALESCE(sum(delay_us::double precision), 0) AS delay_us
        FROM valid
        GROUP BY cell, cancel),
      statistics AS (
        INSERT INTO ${prefix}statistics_delta (
          hour, queue, tenant, type, category, count, run_us, delay_us)
        SELECT
          COALESCE(
            c.hour,
            floor(extract(epoch FROM COALESCE(:now::timestamptz, statement_timestamp())) / 3600)),
          c.queue, c.tenant, c.type,
          CASE WHEN n.cancel THEN c.cancelled ELSE c.category END,
          n.count, n.run_us,
          CASE WHEN n.cancel THEN 0 ELSE n.delay_us END
        FROM counted n
        JOIN unnest(
          :cell_hours::bigint[], :cell_queues::text[], :cell_tenants::text[], :cell_types::text[],
          :cell_categories::integer[], :cell_cancelled::integer[])
          WITH ORDINALITY AS c(hour, queue, tenant, type, category, cancelled, cell)
          ON c.cell = n.cell),
      waiting AS (
        INSERT INTO ${prefix}ready (
          job_id, run_at, first_started_at, previous_delay_us, attempt, unstarted, earlier,
          failures, lost_leases, interruptions, priority, queue, type, tenant, lane_key)
        SELECT
          job_id, next_run_at, first_started_at, previous_delay_us, attempt, unstarted, earlier,
          failures, lost_leases, interruptions, priority, queue, type, tenant, lane_key
        FROM valid
        WHERE again AND NOT cancel),
      done AS (
        INSERT INTO ${prefix}finished (
          job_id, finished_at, run_at, moved_at, attempt, unstarted, earlier, failures,
          lost_leases, interruptions, state, queue, type, tenant, result, error_type,
          failure_kind, message, dlq_reason, moved_from_queue, started_at, duration_us, worker)
        SELECT
          job_id, COALESCE(:now::timestamptz, statement_timestamp()), scheduled_at,
          CASE
            WHEN dlq_reason IS NOT NULL
            THEN COALESCE(:now::timestamptz, statement_timestamp()) END,
          attempt, unstarted, earlier, failures, lost_leases, interruptions,
          CASE WHEN cancel THEN 'CANCELLED' ELSE state END,
          queue, type, tenant, result, error_type, failure_kind,
          COALESCE(message, :all_messages::text),
          dlq_reason, moved_from_queue,
          CASE WHEN plain THEN started_at END,
          CASE WHEN plain THEN duration_us END,
          CASE WHEN plain THEN worker END
        FROM valid
        WHERE NOT again OR cancel),
      rest AS MATERIALIZED (
        SELECT
          h.token,
          h.open_positions
            & (CASE
              WHEN length(m.mask) < length(h.open_positions)
              THEN m.mask || repeat('1', length(h.open_positions) - length(m.mask))
              ELSE left(m.mask, length(h.open_positions)) END)::bit varying AS open_positions
        FROM held h
        JOIN unnest(:lease_tokens::bigint[], :masks::text[]) AS m(token, mask)
          ON m.token = h.token),
      kept AS (
        UPDATE ${prefix}lease l SET open_positions = rest.open_positions
        FROM rest
        WHERE l.token = rest.token AND position(B'1' IN rest.open_positions) > 0),
      ended AS (
        DELETE FROM ${prefix}lease l USING rest
        WHERE l.token = rest.token AND position(B'1' IN rest.open_positions) = 0)
      SELECT
        array_agg(place) FILTER (WHERE NOT cancel) AS committed,
        array_agg(place) FILTER (WHERE cancel) AS cancelled,
        COALESCE(:now::timestamptz, statement_timestamp()) AS ended_at
      FROM valid
      """;

  private static final String LOCK =
      """
      SELECT count(*) FROM (
        SELECT token FROM ${prefix}lease
        WHERE token = ANY (:lease_tokens::bigint[])
        ORDER BY token
        FOR UPDATE) AS held
      """;

  // Planning takes longer than a small batch; for a large one a plan of its own is better.
  private static final int KEPT_PLAN = 100;
  // The driver keeps one prepared statement for each text.
  private static final String COMMIT_MANY = COMMIT + "-- planned for its arguments";
  // With fewer successes, a second statement costs more than it saves.
  private static final int MANY = 50;

  private final Statements statements;
  private final CommitSuccesses successes;
  private final Columns columns = new PostgresColumns();

  CommitSettlements(Statements statements) {
    this.statements = statements;
    this.successes = new CommitSuccesses(statements);
  }

  /** The result of each settlement, and the time at which its job finished. */
  record Committed(List<CommitResult> results, List<Instant> at) {}

  /**
   * Settlements to commit.
   *
   * @param plain the indexes of the plain successes if there are at least 50 of them and also other
   *     results: two statements, which need a transaction, then cost less than one. Null otherwise
   */
  record Batch(List<Settlement> all, @Nullable BitSet plain) {
    static Batch of(List<Settlement> all) {
      BitSet plain = new BitSet(all.size());
      for (int i = 0; i < all.size(); i++) {
        plain.set(i, CommitSuccesses.isPlain(all.get(i)));
      }
      int count = plain.cardinality();
      boolean mixed = count >= MANY && count < all.size() && areOfDifferentJobs(all);
      return new Batch(all, mixed ? plain : null);
    }

    boolean isMixed() {
      return plain != null;
    }
  }

  /** Commits at least one settlement; those of a mixed batch in a transaction. */
  Committed commit(Connection connection, Batch batch) throws SQLException {
    List<Settlement> all = batch.all;
    BitSet isPlain = batch.plain;
    if (isPlain == null) {
      return commitAlike(connection, all);
    }
    lock(connection, all);
    List<Settlement> successes = new ArrayList<>(isPlain.cardinality());
    List<Settlement> others = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      (isPlain.get(i) ? successes : others).add(all.get(i));
    }
    Committed plain = commitAlike(connection, successes);
    Committed rest = commitAlike(connection, others);
    List<CommitResult> results = new ArrayList<>(all.size());
    List<Instant> at = new ArrayList<>(all.size());
    int plainSeen = 0;
    for (int i = 0; i < all.size(); i++) {
      Committed part = isPlain.get(i) ? plain : rest;
      int place = isPlain.get(i) ? plainSeen++ : i - plainSeen;
      results.add(part.results.get(place));
      at.add(part.at.get(place));
    }
    return new Committed(List.copyOf(results), List.copyOf(at));
  }

  private void lock(Connection connection, List<Settlement> settlements) throws SQLException {
    Map<Long, BitSet> positions =
        SettlementArrays.positions(settlements.stream().map(each -> each.job().lease()));
    try (NamedStatement statement = statements.on(connection, LOCK)) {
      long ignored = statement.longs("lease_tokens", SettlementArrays.tokens(positions)).number();
    }
  }

  static boolean areOfDifferentJobs(List<Settlement> settlements) {
    return settlements.stream().map(each -> each.job().lease()).distinct().count()
        == settlements.size();
  }

  private Committed commitAlike(Connection connection, List<Settlement> settlements)
      throws SQLException {
    Instant succeeded =
        CommitSuccesses.areAll(settlements) ? successes.commit(connection, settlements) : null;
    return succeeded == null
        ? commitEach(connection, settlements)
        : new Committed(
            Collections.nCopies(settlements.size(), CommitResult.COMMITTED),
            Collections.nCopies(settlements.size(), succeeded));
  }

  /** Commits those whose lease is still valid. */
  private Committed commitEach(Connection connection, List<Settlement> settlements)
      throws SQLException {
    CommitResult[] results = new CommitResult[settlements.size()];
    Arrays.fill(results, CommitResult.LEASE_LOST);
    // Of two settlements for the same position, the first is used.
    Map<LeaseRef, Integer> first = new LinkedHashMap<>();
    for (int i = 0; i < results.length; i++) {
      first.putIfAbsent(settlements.get(i).job().lease(), i);
    }
    int[] indexes = first.values().stream().mapToInt(index -> index).toArray();
    List<Settlement> given = Arrays.stream(indexes).mapToObj(settlements::get).toList();
    try (NamedStatement statement =
        indexes.length <= KEPT_PLAN
            ? statements.on(connection, COMMIT)
            : statements.planned(connection, COMMIT_MANY)) {
      SettlementArrays.bind(statement, given);
      try (ResultSet row = statement.query()) {
        row.next();
        mark(results, indexes, row.getArray("committed"), CommitResult.COMMITTED);
        mark(results, indexes, row.getArray("cancelled"), CommitResult.CANCELLED);
        return new Committed(
            List.of(results),
            Collections.nCopies(results.length, columns.instant(row, "ended_at")));
      }
    }
  }

  private static void mark(
      CommitResult[] results, int[] indexes, @Nullable Array places, CommitResult as)
      throws SQLException {
    if (places != null) {
      for (Long place : (Long[]) places.getArray()) {
        results[indexes[(int) (place - 1)]] = as;
      }
    }
  }
}

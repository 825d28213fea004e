package io.taskforge.jdbc;

import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.store.JobFilter;
import io.taskforge.store.JobPage;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists jobs, newest id first. Where the states that are asked for are few jobs among many, the
 * list starts from those, else from the jobs by id. Parameters have the same number in each
 * statement: 1 queue, 2 type, 3 tenant, 4 error type, 5 and 6 created from and before, 7 id before,
 * 8 limit, 9 state, 10 key or running jobs.
 */
final class SqliteList {
  private static final String BY_ID =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(?10))
      SELECT j.seq
      FROM ${prefix}job j
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR coalesce(f.queue, r.queue, l.queue) = ?1)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?9 IS NULL OR f.state = ?9)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8
      """;
  private static final String UNSUCCESSFUL =
      """
      SELECT j.seq
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_unsuccessful
      CROSS JOIN ${prefix}job j ON j.seq = f.job_seq
      WHERE f.state = ?9 AND f.state <> 'SUCCEEDED' AND f.job_id < ?7
        AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR f.queue = ?1)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY f.job_id DESC LIMIT ?8
      """;
  private static final String WAITING =
      """
      SELECT j.seq
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE iif(r.failures + r.lost_leases > 0, 'RETRYING', 'QUEUED') = ?9
        AND j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR r.queue = ?1)
        AND (?2 IS NULL OR r.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8
      """;
  private static final String RUNNING =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(?10))
      SELECT j.seq
      FROM running l CROSS JOIN ${prefix}job j ON j.seq = l.job_seq
      WHERE j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR l.queue = ?1)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8
      """;
  private static final String BY_KEY =
      """
      SELECT j.seq
      FROM ${prefix}job j
      WHERE j.idempotency_key = ?10
        AND j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
      ORDER BY j.id DESC
      """;
  private static final byte[] AFTER_ALL_IDS = new byte[17];

  static {
    Arrays.fill(AFTER_ALL_IDS, (byte) 0xFF);
  }

  private final SqliteLeases leases;
  private final SqliteLookup lookup;
  private final String byId;
  private final String unsuccessful;
  private final String waiting;
  private final String running;
  private final String byKey;

  SqliteList(String prefix, SqliteLeases leases, SqliteLookup lookup) {
    this.leases = leases;
    this.lookup = lookup;
    byId = BY_ID.replace("${prefix}", prefix);
    unsuccessful = UNSUCCESSFUL.replace("${prefix}", prefix);
    waiting = WAITING.replace("${prefix}", prefix);
    running = RUNNING.replace("${prefix}", prefix);
    byKey = BY_KEY.replace("${prefix}", prefix);
  }

  JobPage page(SqliteSession session, JobFilter filter) throws SQLException {
    List<Job> found =
        filter.key() == null
            ? lookup.jobs(session, seqs(session, filter))
            : withKey(session, filter, filter.key().value());
    boolean more = found.size() > filter.limit();
    List<Job> page = more ? found.subList(0, filter.limit()) : found;
    return new JobPage(page, more ? page.get(page.size() - 1).id() : null);
  }

  private List<Long> seqs(SqliteSession session, JobFilter filter) throws SQLException {
    JobState state = filter.state();
    if (state == null || state == JobState.SUCCEEDED) {
      // Only the queue of a running job is not in a table.
      return seqs(session, byId, filter, filter.queue() == null ? "[]" : running(session));
    }
    return switch (state) {
      case FAILED, DEAD, CANCELLED -> seqs(session, unsuccessful, filter, null);
      case RUNNING -> seqs(session, running, filter, running(session));
      default -> seqs(session, waiting, filter, null);
    };
  }

  private String running(SqliteSession session) throws SQLException {
    return SqliteRunning.json(SqliteRunning.all(session, leases));
  }

  private static List<Long> seqs(
      SqliteSession session, String sql, JobFilter filter, @Nullable String last)
      throws SQLException {
    JobState state = filter.state();
    @Nullable Object[] values = {
      filter.queue() == null ? null : filter.queue().value(),
      filter.type() == null ? null : filter.type().value(),
      filter.tenant() == null ? null : filter.tenant().value(),
      filter.errorType(),
      filter.createdFrom() == null ? Long.MIN_VALUE : SqliteColumns.micros(filter.createdFrom()),
      filter.createdBefore() == null
          ? Long.MAX_VALUE
          : SqliteColumns.micros(filter.createdBefore()),
      filter.before() == null ? AFTER_ALL_IDS : SqliteColumns.blob(filter.before()),
      filter.limit() + 1,
      state == null ? null : state.name(),
      last
    };
    // Not every statement has the last parameter.
    int bound = last == null ? values.length - 1 : values.length;
    return session.query(sql, row -> row.getLong(1), Arrays.copyOf(values, bound));
  }

  // A key names one job of each tenant at most: what is left to filter is done here.
  private List<Job> withKey(SqliteSession session, JobFilter filter, String key)
      throws SQLException {
    return lookup.jobs(session, seqs(session, byKey, filter, key)).stream()
        .filter(job -> filter.queue() == null || filter.queue().equals(job.queue()))
        .filter(job -> filter.state() == null || filter.state() == job.state())
        .filter(job -> filter.errorType() == null || failedWith(job, filter.errorType()))
        .toList();
  }

  private static boolean failedWith(Job job, String errorType) {
    JobError error = job.lastError();
    return error != null && error.type().equalsIgnoreCase(errorType);
  }
}

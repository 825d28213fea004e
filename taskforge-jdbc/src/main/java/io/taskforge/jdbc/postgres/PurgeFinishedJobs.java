package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.JobState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Deletes finished jobs. Their attempts are deleted when the partition of their day is dropped;
 * until then they are hidden.
 */
final class PurgeFinishedJobs {
  private static final String PURGE =
      """
      WITH old AS MATERIALIZED (
        SELECT job_id, finished_at FROM ${prefix}finished
        WHERE state = :state
          AND finished_at < COALESCE(:now::timestamptz, statement_timestamp())
          - :kept_us::bigint * interval '1 microsecond'
        LIMIT :limit
        FOR UPDATE SKIP LOCKED),
      gone AS (
        DELETE FROM ${prefix}finished f USING old
        WHERE f.job_id = old.job_id AND f.state = :state AND f.finished_at = old.finished_at
        RETURNING f.job_id),
      stays AS (
        DELETE FROM ${prefix}dead_letter_stay s USING gone WHERE s.job_id = gone.job_id),
      jobs AS (
        DELETE FROM ${prefix}job j USING gone WHERE j.id = gone.job_id)
      SELECT count(*) FROM gone
      """;

  private final Statements statements;

  PurgeFinishedJobs(Statements statements) {
    this.statements = statements;
  }

  /**
   * Deletes at most {@code limit} jobs that have been in a final state for longer than {@code
   * kept}.
   */
  int purge(Connection connection, JobState state, Duration kept, int limit) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, PURGE)) {
      statement.text("state", state.name()).duration("kept_us", kept).number("limit", limit);
      try (ResultSet row = statement.query()) {
        row.next();
        return row.getInt(1);
      }
    }
  }
}

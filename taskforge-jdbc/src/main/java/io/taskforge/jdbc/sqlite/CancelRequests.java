package io.taskforge.jdbc.sqlite;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** The running jobs whose cancellation was requested; these are always few. */
final class CancelRequests {
  private static final String ALL =
      """
      SELECT job_seq FROM ${prefix}cancel_request
      """;
  private static final String INSERT =
      """
      INSERT INTO ${prefix}cancel_request (job_seq) VALUES (:job_seq) ON CONFLICT DO NOTHING
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}cancel_request WHERE job_seq = :job_seq
      """;

  /** The rows of all jobs whose cancellation was requested. */
  Set<Long> all(Session session) throws SQLException {
    return new HashSet<>(session.statement(ALL).list(row -> row.getLong(1)));
  }

  void add(Session session, long job) throws SQLException {
    session.statement(INSERT).number("job_seq", job).update();
  }

  void remove(Session session, long job) throws SQLException {
    session.statement(DELETE).number("job_seq", job).update();
  }
}

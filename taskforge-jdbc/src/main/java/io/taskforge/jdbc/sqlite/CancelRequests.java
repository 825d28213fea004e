package io.taskforge.jdbc.sqlite;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** The running jobs that somebody wants cancelled; there are never many. */
final class CancelRequests {
  private static final String ALL =
      """
      SELECT job_seq FROM ${prefix}cancel_request
      """;
  private static final String INSERT =
      """
      INSERT INTO ${prefix}cancel_request (job_seq) VALUES (?) ON CONFLICT DO NOTHING
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}cancel_request WHERE job_seq = ?
      """;

  private final String all;
  private final String insert;
  private final String delete;

  CancelRequests(String prefix) {
    all = ALL.replace("${prefix}", prefix);
    insert = INSERT.replace("${prefix}", prefix);
    delete = DELETE.replace("${prefix}", prefix);
  }

  /** The rows of all jobs that are to be cancelled. */
  Set<Long> all(Session session) throws SQLException {
    return new HashSet<>(session.query(all, row -> row.getLong(1)));
  }

  void add(Session session, long job) throws SQLException {
    session.update(insert, job);
  }

  void remove(Session session, long job) throws SQLException {
    session.update(delete, job);
  }
}

package io.taskforge.jdbc.sqlite;

import io.taskforge.job.WorkerId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads the rows of claimed batches. */
final class LeaseTable {
  private static final String NEXT_TOKEN =
      """
      UPDATE ${prefix}fence SET last_token = last_token + 1 WHERE only = 1 RETURNING last_token
      """;
  private static final String INSERT_LEASE =
      """
      INSERT INTO ${prefix}lease (token, worker, claimed_at, expires_at, open)
      VALUES (?, ?, ?, ?, ?)
      """;
  private static final String INSERT_BATCH =
      """
      INSERT INTO ${prefix}lease_batch (token, jobs) VALUES (?, ?)
      """;
  private static final String BATCH =
      """
      SELECT jobs FROM ${prefix}lease_batch WHERE token = ?
      """;
  private static final String LEASE =
      """
      SELECT token, worker, claimed_at, expires_at, open FROM ${prefix}lease WHERE token = ?
      """;
  private static final String ALL =
      """
      SELECT token, worker, claimed_at, expires_at, open FROM ${prefix}lease ORDER BY token
      """;
  private static final String EXPIRED =
      """
      SELECT token, worker, claimed_at, expires_at, open FROM ${prefix}lease
      WHERE expires_at < ? ORDER BY expires_at, token LIMIT ?
      """;
  private static final String UPDATE_OPEN =
      """
      UPDATE ${prefix}lease SET open = ? WHERE token = ?
      """;
  private static final String DELETE_LEASE =
      """
      DELETE FROM ${prefix}lease WHERE token = ?
      """;
  private static final String DELETE_BATCH =
      """
      DELETE FROM ${prefix}lease_batch WHERE token = ?
      """;

  private final String nextToken;
  private final String insertLease;
  private final String insertBatch;
  private final String batch;
  private final String lease;
  private final String all;
  private final String expired;
  private final String updateOpen;
  private final String deleteLease;
  private final String deleteBatch;

  LeaseTable(String prefix) {
    nextToken = NEXT_TOKEN.replace("${prefix}", prefix);
    insertLease = INSERT_LEASE.replace("${prefix}", prefix);
    insertBatch = INSERT_BATCH.replace("${prefix}", prefix);
    batch = BATCH.replace("${prefix}", prefix);
    lease = LEASE.replace("${prefix}", prefix);
    all = ALL.replace("${prefix}", prefix);
    expired = EXPIRED.replace("${prefix}", prefix);
    updateOpen = UPDATE_OPEN.replace("${prefix}", prefix);
    deleteLease = DELETE_LEASE.replace("${prefix}", prefix);
    deleteBatch = DELETE_BATCH.replace("${prefix}", prefix);
  }

  /**
   * A lease's own row; times in microseconds.
   *
   * @param open which positions are still to be settled
   */
  record Row(long token, WorkerId worker, long claimedAt, long expiresAt, BitSet open) {
    static Row read(ResultSet row) throws SQLException {
      return new Row(
          row.getLong(1),
          new WorkerId(row.getString(2)),
          row.getLong(3),
          row.getLong(4),
          BitSet.valueOf(row.getBytes(5)));
    }
  }

  /** Takes the next fencing token. */
  long nextToken(Session session) throws SQLException {
    Long token = session.first(nextToken, row -> row.getLong(1));
    if (token == null) {
      throw new IllegalStateException("the row of the last fencing token is missing");
    }
    return token;
  }

  /** Stores a lease on a batch of which everything is open. */
  void insert(
      Session session,
      long token,
      WorkerId worker,
      long claimedAt,
      long expiresAt,
      List<BatchedJob> jobs)
      throws SQLException {
    BitSet open = new BitSet(jobs.size());
    open.set(0, jobs.size());
    session.update(insertLease, token, worker.value(), claimedAt, expiresAt, open.toByteArray());
    session.update(insertBatch, token, LeaseBatchCodec.encode(jobs));
    session.batches().put(token, jobs);
  }

  @Nullable Row lease(Session session, long token) throws SQLException {
    return session.first(lease, Row::read, token);
  }

  /** All leases, oldest first. */
  List<Row> all(Session session) throws SQLException {
    return session.query(all, Row::read);
  }

  /** Leases that ran out before {@code now}, longest ago first. */
  List<Row> expired(Session session, long now, int limit) throws SQLException {
    return session.query(expired, Row::read, now, limit);
  }

  /** The jobs of a lease by position, settled or not. */
  List<BatchedJob> batch(Session session, long token) throws SQLException {
    List<BatchedJob> jobs = session.batches().get(token);
    if (jobs == null) {
      jobs = session.first(batch, row -> LeaseBatchCodec.decode(row.getBytes(1)), token);
      if (jobs == null) {
        throw new IllegalStateException("the jobs of lease " + token + " are missing");
      }
      session.batches().put(token, jobs);
    }
    return jobs;
  }

  /** Stores what is left open; a lease of which nothing is goes. */
  void keepOpen(Session session, long token, BitSet open) throws SQLException {
    if (open.isEmpty()) {
      delete(session, token);
    } else {
      session.update(updateOpen, open.toByteArray(), token);
    }
  }

  void delete(Session session, long token) throws SQLException {
    session.update(deleteLease, token);
    session.update(deleteBatch, token);
    session.batches().remove(token);
  }
}

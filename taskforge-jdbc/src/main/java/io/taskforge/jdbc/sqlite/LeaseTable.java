package io.taskforge.jdbc.sqlite;

import io.taskforge.job.WorkerId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes leases and their batches. */
final class LeaseTable {
  private static final String NEXT_TOKEN =
      """
      UPDATE ${prefix}fence SET last_token = last_token + 1 WHERE only = 1 RETURNING last_token
      """;
  private static final String INSERT_LEASE =
      """
      INSERT INTO ${prefix}lease (token, worker, claimed_at, expires_at, open)
      VALUES (:token, :worker, :claimed_at, :expires_at, :open)
      """;
  private static final String INSERT_BATCH =
      """
      INSERT INTO ${prefix}lease_batch (token, jobs) VALUES (:token, :jobs)
      """;
  private static final String BATCH =
      """
      SELECT jobs FROM ${prefix}lease_batch WHERE token = :token
      """;
  private static final String LEASE =
      """
      SELECT token, worker, claimed_at, expires_at, open FROM ${prefix}lease WHERE token = :token
      """;
  private static final String ALL =
      """
      SELECT token, worker, claimed_at, expires_at, open FROM ${prefix}lease ORDER BY token
      """;
  private static final String EXPIRED =
      """
      SELECT token, worker, claimed_at, expires_at, open FROM ${prefix}lease
      WHERE expires_at < :now ORDER BY expires_at, token LIMIT :limit
      """;
  private static final String UPDATE_OPEN =
      """
      UPDATE ${prefix}lease SET open = :open WHERE token = :token
      """;
  private static final String DELETE_LEASE =
      """
      DELETE FROM ${prefix}lease WHERE token = :token
      """;
  private static final String DELETE_BATCH =
      """
      DELETE FROM ${prefix}lease_batch WHERE token = :token
      """;

  /**
   * A row of the lease table; times are in microseconds.
   *
   * @param open the positions that are not settled yet
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

  /** Issues the next fencing token. */
  long nextToken(Session session) throws SQLException {
    Long token = session.statement(NEXT_TOKEN).first(row -> row.getLong(1));
    if (token == null) {
      throw new IllegalStateException("the row of the last fencing token is missing");
    }
    return token;
  }

  /** Stores a lease with all positions open. */
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
    session
        .statement(INSERT_LEASE)
        .number("token", token)
        .text("worker", worker.value())
        .number("claimed_at", claimedAt)
        .number("expires_at", expiresAt)
        .bytes("open", open.toByteArray())
        .update();
    session
        .statement(INSERT_BATCH)
        .number("token", token)
        .bytes("jobs", LeaseBatchCodec.encode(jobs))
        .update();
    session.batches().put(token, jobs);
  }

  @Nullable Row lease(Session session, long token) throws SQLException {
    return session.statement(LEASE).number("token", token).first(Row::read);
  }

  /** All leases, oldest first. */
  List<Row> all(Session session) throws SQLException {
    return session.statement(ALL).list(Row::read);
  }

  /** The leases that expired before {@code now}, oldest expiry first. */
  List<Row> expired(Session session, long now, int limit) throws SQLException {
    return session.statement(EXPIRED).number("now", now).number("limit", limit).list(Row::read);
  }

  /** The jobs of a lease by position, settled or not. */
  List<BatchedJob> batch(Session session, long token) throws SQLException {
    List<BatchedJob> jobs = session.batches().get(token);
    if (jobs == null) {
      jobs =
          session
              .statement(BATCH)
              .number("token", token)
              .first(row -> LeaseBatchCodec.decode(row.getBytes(1)));
      if (jobs == null) {
        throw new IllegalStateException("the jobs of lease " + token + " are missing");
      }
      session.batches().put(token, jobs);
    }
    return jobs;
  }

  /** Updates the open positions of a lease; deletes the lease if none are open. */
  void keepOpen(Session session, long token, BitSet open) throws SQLException {
    if (open.isEmpty()) {
      delete(session, token);
    } else {
      session
          .statement(UPDATE_OPEN)
          .bytes("open", open.toByteArray())
          .number("token", token)
          .update();
    }
  }

  void delete(Session session, long token) throws SQLException {
    session.statement(DELETE_LEASE).number("token", token).update();
    session.statement(DELETE_BATCH).number("token", token).update();
    session.batches().remove(token);
  }
}

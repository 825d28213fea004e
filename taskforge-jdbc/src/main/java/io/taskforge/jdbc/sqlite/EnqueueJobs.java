package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Columns;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Stores new jobs. */
final class EnqueueJobs {
  private static final String LAST_SEQ =
      """
      SELECT coalesce(max(seq), 0) FROM ${prefix}job
      """;
  private static final String INSERT_JOB =
      """
      INSERT INTO ${prefix}job (seq, id, queue, type, tenant, payload, priority, guarantee,
        retry_policy, timeout_us, deadline, idempotency_key, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """;
  private static final String INSERT_READY =
      """
      INSERT INTO ${prefix}ready (queue, priority, tenant, run_at, job_seq, type, attempt,
        failures, lost_leases, interruptions)
      VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0)
      """;
  private static final String BY_ID =
      """
      SELECT id FROM ${prefix}job WHERE id = ?
      """;
  private static final String BY_KEY =
      """
      SELECT id FROM ${prefix}job WHERE idempotency_key = ? AND tenant = ?
      """;

  private final String lastSeq;
  private final String insertJob;
  private final String insertReady;
  private final String byId;
  private final String byKey;

  EnqueueJobs(String prefix) {
    lastSeq = LAST_SEQ.replace("${prefix}", prefix);
    insertJob = INSERT_JOB.replace("${prefix}", prefix);
    insertReady = INSERT_READY.replace("${prefix}", prefix);
    byId = BY_ID.replace("${prefix}", prefix);
    byKey = BY_KEY.replace("${prefix}", prefix);
  }

  /** Stores these jobs in the session's transaction; {@code now} in microseconds. */
  List<Enqueued> enqueue(Session session, List<NewJob> jobs, long now) throws SQLException {
    if (jobs.isEmpty()) {
      return List.of();
    }
    long before = last(session);
    int[] stored = insertJobs(session, jobs, before, now);
    List<Enqueued> answers = new ArrayList<>(jobs.size());
    PreparedStatement ready = session.prepare(insertReady);
    boolean any = false;
    for (int i = 0; i < stored.length; i++) {
      NewJob job = jobs.get(i);
      if (stored[i] == 0) {
        answers.add(new Enqueued(known(session, job), false));
        continue;
      }
      long runAt =
          job.runAt() == null
              ? SqliteColumns.later(now, job.delay())
              : SqliteColumns.micros(job.runAt());
      Session.bind(
          ready,
          job.queue().value(),
          job.priority(),
          job.tenant().value(),
          runAt,
          before + 1 + i,
          job.type().value());
      ready.addBatch();
      any = true;
      answers.add(new Enqueued(job.id(), true));
    }
    if (any) {
      ready.executeBatch();
    }
    return answers;
  }

  private long last(Session session) throws SQLException {
    Long last = session.first(lastSeq, row -> row.getLong(1));
    return last == null ? 0 : last;
  }

  private int[] insertJobs(Session session, List<NewJob> jobs, long before, long now)
      throws SQLException {
    PreparedStatement insert = session.prepare(insertJob);
    long seq = before;
    for (NewJob job : jobs) {
      Session.bind(
          insert,
          ++seq,
          SqliteColumns.blob(job.id()),
          job.queue().value(),
          job.type().value(),
          job.tenant().value(),
          job.payload().json(),
          job.priority(),
          job.guarantee().name(),
          job.retryPolicy(),
          Columns.micros(job.timeout()),
          SqliteColumns.microsOrNull(job.deadline()),
          job.idempotencyKey() == null ? null : job.idempotencyKey().value(),
          now);
      insert.addBatch();
    }
    return insert.executeBatch();
  }

  private JobId known(Session session, NewJob job) throws SQLException {
    JobId same =
        session.first(byId, row -> SqliteColumns.id(row.getBytes(1)), SqliteColumns.blob(job.id()));
    if (same == null && job.idempotencyKey() != null) {
      same =
          session.first(
              byKey,
              row -> SqliteColumns.id(row.getBytes(1)),
              job.idempotencyKey().value(),
              job.tenant().value());
    }
    if (same == null) {
      throw new IllegalStateException("job " + job.id() + " was refused, but no other is like it");
    }
    return same;
  }
}

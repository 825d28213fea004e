package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Rows;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
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
        retry_policy, timeout_us, deadline, idempotency_key, schedule, lane_key, trace_context,
        tags, created_at)
      VALUES (:seq, :id, :queue, :type, :tenant, :payload, :priority, :guarantee, :retry_policy,
        :timeout_us, :deadline, :idempotency_key, :schedule, :lane_key, :trace_context, :tags,
        :now)
      ON CONFLICT DO NOTHING
      """;
  private static final String INSERT_READY =
      """
      INSERT INTO ${prefix}ready (queue, priority, tenant, type, lane_key, run_at, job_seq, attempt,
        failures, lost_leases, interruptions)
      VALUES (:queue, :priority, :tenant, :type, :lane_key, :run_at, :job_seq, 0, 0, 0, 0)
      """;
  private static final String BY_ID =
      """
      SELECT id FROM ${prefix}job WHERE id = :id
      """;
  private static final String BY_KEY =
      """
      SELECT id FROM ${prefix}job WHERE idempotency_key = :key AND tenant = :tenant
      """;

  /** Stores jobs in the session's transaction; {@code now} is in microseconds. */
  List<Enqueued> enqueue(Session session, List<NewJob> jobs, long now) throws SQLException {
    if (jobs.isEmpty()) {
      return List.of();
    }
    long before = last(session);
    int[] stored = insertJobs(session, jobs, before, now);
    List<Enqueued> answers = new ArrayList<>(jobs.size());
    boolean any = false;
    for (int i = 0; i < stored.length; i++) {
      NewJob job = jobs.get(i);
      if (stored[i] == 0) {
        answers.add(new Enqueued(known(session, job), null));
        continue;
      }
      long runAt =
          job.runAt() == null
              ? SqliteColumns.later(now, job.delay())
              : SqliteColumns.micros(job.runAt());
      session
          .statement(INSERT_READY)
          .text("queue", job.queue().value())
          .number("priority", job.priority())
          .text("tenant", job.tenant().value())
          .number("run_at", runAt)
          .number("job_seq", before + 1 + i)
          .text("type", job.type().value())
          .text("lane_key", job.laneKey())
          .addToBatch();
      any = true;
      answers.add(new Enqueued(job.id(), job.stored(SqliteColumns.instant(now))));
    }
    if (any) {
      session.writeBatch(INSERT_READY);
    }
    return answers;
  }

  private long last(Session session) throws SQLException {
    return session.statement(LAST_SEQ).number();
  }

  private int[] insertJobs(Session session, List<NewJob> jobs, long before, long now)
      throws SQLException {
    long seq = before;
    for (NewJob job : jobs) {
      session
          .statement(INSERT_JOB)
          .number("seq", ++seq)
          .id("id", job.id())
          .text("queue", job.queue().value())
          .text("type", job.type().value())
          .text("tenant", job.tenant().value())
          .text("payload", job.payload().json())
          .number("priority", job.priority())
          .text("guarantee", job.guarantee().name())
          .text("retry_policy", job.retryPolicy())
          .duration("timeout_us", job.timeout())
          .instant("deadline", job.deadline())
          .textOf("idempotency_key", job.idempotencyKey())
          .textOf("schedule", job.schedule())
          .text("lane_key", job.laneKey())
          .textOf("trace_context", job.trace())
          .text("tags", Rows.text(job.tags()))
          .number("now", now)
          .addToBatch();
    }
    return session.writeBatch(INSERT_JOB);
  }

  private JobId known(Session session, NewJob job) throws SQLException {
    JobId same =
        session.statement(BY_ID).id("id", job.id()).first(row -> SqliteColumns.id(row.getBytes(1)));
    if (same == null && job.idempotencyKey() != null) {
      same =
          session
              .statement(BY_KEY)
              .text("key", job.idempotencyKey().value())
              .text("tenant", job.tenant().value())
              .first(row -> SqliteColumns.id(row.getBytes(1)));
    }
    if (same == null) {
      throw new IllegalStateException(
          "job " + job.id() + " was not inserted, but no job has its id or key");
    }
    return same;
  }
}

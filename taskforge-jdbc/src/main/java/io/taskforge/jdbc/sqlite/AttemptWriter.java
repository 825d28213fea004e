package io.taskforge.jdbc.sqlite;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes what follows an attempt: history, and the job as waiting or as finished. */
final class AttemptWriter {
  private static final String INSERT_ATTEMPT =
      """
      INSERT INTO ${prefix}attempt (job_seq, attempt, unstarted, earlier, retry, status, worker,
        scheduled_at, started_at, finished_at, duration_us, failure_kind, error_type, message,
        stack_trace, delay_us, next_run_at, explanation, failures, lost_leases, interruptions, log,
        progress, queue, type, tenant, fingerprint)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String INSERT_READY =
      """
      INSERT INTO ${prefix}ready (queue, priority, tenant, run_at, job_seq, type, attempt,
        unstarted, earlier, failures, lost_leases, interruptions, first_started_at,
        previous_delay_us)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String INSERT_FINISHED =
      """
      INSERT INTO ${prefix}finished (job_seq, job_id, state, queue, attempt, unstarted, earlier,
        failures, lost_leases, interruptions, run_at, finished_at, result, dlq_reason,
        moved_from_queue, moved_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private final String insertAttempt;
  private final String insertReady;
  private final String insertFinished;

  AttemptWriter(String prefix) {
    insertAttempt = INSERT_ATTEMPT.replace("${prefix}", prefix);
    insertReady = INSERT_READY.replace("${prefix}", prefix);
    insertFinished = INSERT_FINISHED.replace("${prefix}", prefix);
  }

  Batch batch(Session session) {
    return new Batch(session);
  }

  /** Rows that are collected, and written together by {@link #write}. */
  final class Batch {
    private final Session session;
    private int attempts;
    private int ready;
    private int finished;

    private Batch(Session session) {
      this.session = session;
    }

    void attempt(
        BatchedJob job,
        Settlement settlement,
        @Nullable Long delay,
        @Nullable Long nextRunAt,
        String explanation,
        long now)
        throws SQLException {
      Failure failure = settlement.verdict().failure();
      Counters counters = settlement.verdict().counters();
      AttemptNumber number = settlement.number();
      Instant startedAt = settlement.run().startedAt();
      Duration duration = settlement.run().duration();
      attempts++;
      add(
          insertAttempt,
          job.seq(),
          number.entry(),
          number.unstarted(),
          number.earlier(),
          job.counters().failures(),
          settlement.verdict().status().name(),
          settlement.worker().value(),
          job.runAt(),
          startedAt == null ? null : SqliteColumns.micros(startedAt),
          SqliteColumns.micros(settlement.finishedAt(SqliteColumns.instant(now))),
          duration == null ? null : SqliteColumns.later(0, duration),
          failure == null ? null : failure.kind().name(),
          failure == null ? null : failure.type().name(),
          failure == null ? null : failure.message(),
          failure == null ? null : failure.stackTrace(),
          delay,
          nextRunAt,
          StorableText.cleanOrNull(explanation),
          counters.failures(),
          counters.lostLeases(),
          counters.interruptions(),
          StorableText.lines(settlement.run().log()),
          settlement.run().progress(),
          job.queue().value(),
          settlement.job().type().value(),
          settlement.job().tenant().value(),
          failure == null ? null : FailureFingerprint.of(failure).value());
    }

    void ready(
        BatchedJob job,
        Settlement settlement,
        long runAt,
        @Nullable Long firstStartedAt,
        @Nullable Long previousDelay)
        throws SQLException {
      ClaimedJob claimed = settlement.job();
      Counters counters = settlement.verdict().counters();
      AttemptNumber number = settlement.number();
      ready++;
      add(
          insertReady,
          job.queue().value(),
          claimed.priority(),
          claimed.tenant().value(),
          runAt,
          job.seq(),
          claimed.type().value(),
          number.entry(),
          number.unstarted(),
          number.earlier(),
          counters.failures(),
          counters.lostLeases(),
          counters.interruptions(),
          firstStartedAt,
          previousDelay);
    }

    void finished(
        BatchedJob job, Settlement settlement, JobState state, @Nullable String result, long now)
        throws SQLException {
      finished(job, settlement, state, job.queue().value(), now, result, null, null, null);
    }

    void dead(BatchedJob job, Settlement settlement, Verdict.DeadLetterTo dead, long now)
        throws SQLException {
      finished(
          job,
          settlement,
          JobState.DEAD,
          dead.queue().value(),
          now,
          null,
          StorableText.clean(dead.reason()),
          job.queue().value(),
          now);
    }

    private void finished(
        BatchedJob job,
        Settlement settlement,
        JobState state,
        String queue,
        long now,
        @Nullable String result,
        @Nullable String reason,
        @Nullable String movedFrom,
        @Nullable Long movedAt)
        throws SQLException {
      Counters counters = settlement.verdict().counters();
      AttemptNumber number = settlement.number();
      finished++;
      add(
          insertFinished,
          job.seq(),
          SqliteColumns.blob(settlement.job().id()),
          state.name(),
          queue,
          number.entry(),
          number.unstarted(),
          number.earlier(),
          counters.failures(),
          counters.lostLeases(),
          counters.interruptions(),
          job.runAt(),
          now,
          result,
          reason,
          movedFrom,
          movedAt);
    }

    private void add(String sql, @Nullable Object... values) throws SQLException {
      PreparedStatement statement = session.prepare(sql);
      Session.bind(statement, values);
      statement.addBatch();
    }

    /** Writes what was collected. */
    void write() throws SQLException {
      write(insertAttempt, attempts);
      write(insertReady, ready);
      write(insertFinished, finished);
    }

    private void write(String sql, int rows) throws SQLException {
      if (rows > 0) {
        session.prepare(sql).executeBatch();
      }
    }
  }
}

package io.taskforge.jdbc.sqlite;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import io.taskforge.store.StatisticsCell;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the result of attempts: the history entry, and the waiting or finished job. */
final class AttemptWriter {
  private static final String INSERT_ATTEMPT =
      """
      INSERT INTO ${prefix}attempt (job_seq, attempt, unstarted, earlier, retry, status, worker,
        scheduled_at, started_at, finished_at, duration_us, failure_kind, error_type, message,
        stack_trace, delay_us, next_run_at, explanation, failures, lost_leases, interruptions, log,
        progress, queue, type, tenant, fingerprint, worker_version)
      VALUES (:job_seq, :attempt, :unstarted, :earlier, :retry, :status, :worker, :scheduled_at,
        :started_at, :finished_at, :duration_us, :failure_kind, :error_type, :message, :stack_trace,
        :delay_us, :next_run_at, :explanation, :failures, :lost_leases, :interruptions, :log,
        :progress, :queue, :type, :tenant, :fingerprint,
        CASE WHEN :fingerprint IS NOT NULL
          THEN (SELECT nullif(w.version, '') FROM ${prefix}worker w WHERE w.id = :worker) END)
      """;
  private static final String INSERT_READY =
      """
      INSERT INTO ${prefix}ready (queue, priority, tenant, type, lane_key, run_at, job_seq, attempt,
        unstarted, earlier, failures, lost_leases, interruptions, first_started_at,
        previous_delay_us)
      VALUES (:queue, :priority, :tenant, :type, :lane_key, :run_at, :job_seq, :attempt, :unstarted,
        :earlier, :failures, :lost_leases, :interruptions, :first_started_at, :previous_delay_us)
      """;
  private static final String INSERT_FINISHED =
      """
      INSERT INTO ${prefix}finished (job_seq, job_id, state, queue, attempt, unstarted, earlier,
        failures, lost_leases, interruptions, run_at, finished_at, result, dlq_reason,
        moved_from_queue, moved_at)
      VALUES (:job_seq, :job_id, :state, :queue, :attempt, :unstarted, :earlier, :failures,
        :lost_leases, :interruptions, :run_at, :finished_at, :result, :dlq_reason,
        :moved_from_queue, :moved_at)
      """;

  private static final StatisticsTable STATISTICS = new StatisticsTable();

  Batch batch(Session session) {
    return new Batch(session);
  }

  /** Collects rows, which {@link #write} writes together. */
  static final class Batch {
    private final Session session;
    private int attempts;
    private int ready;
    private int finished;
    private final Map<StatisticsCell, StatisticsCell.Sums> cells = new HashMap<>();

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
      attempts++;
      boolean cancelled = settlement.verdict().delay() != null && delay == null;
      StatisticsCell.count(cells, settlement, cancelled, SqliteColumns.instant(now));
      session
          .statement(INSERT_ATTEMPT)
          .number("job_seq", job.seq())
          .number("attempt", number.entry())
          .number("unstarted", number.unstarted())
          .number("earlier", number.earlier())
          .number("retry", job.counters().failures())
          .text("status", settlement.verdict().status().name())
          .text("worker", settlement.worker().value())
          .number("scheduled_at", job.runAt())
          .instant("started_at", settlement.run().startedAt())
          .number(
              "finished_at",
              SqliteColumns.micros(settlement.finishedAt(SqliteColumns.instant(now))))
          .duration("duration_us", settlement.run().duration())
          .text("failure_kind", failure == null ? null : failure.kind().name())
          .text("error_type", failure == null ? null : failure.type().name())
          .text("message", failure == null ? null : failure.message())
          .text("stack_trace", failure == null ? null : failure.stackTrace())
          .numberOrNull("delay_us", delay)
          .numberOrNull("next_run_at", nextRunAt)
          .text("explanation", StorableText.cleanOrNull(explanation))
          .number("failures", counters.failures())
          .number("lost_leases", counters.lostLeases())
          .number("interruptions", counters.interruptions())
          .text("log", StorableText.lines(settlement.run().log()))
          .fractionOrNull("progress", settlement.run().progress())
          .text("queue", job.queue().value())
          .text("type", settlement.job().type().value())
          .text("tenant", settlement.job().tenant().value())
          .text("fingerprint", failure == null ? null : FailureFingerprint.of(failure).value())
          .addToBatch();
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
      session
          .statement(INSERT_READY)
          .text("queue", job.queue().value())
          .number("priority", claimed.priority())
          .text("tenant", claimed.tenant().value())
          .number("run_at", runAt)
          .number("job_seq", job.seq())
          .text("type", claimed.type().value())
          .text("lane_key", claimed.laneKey())
          .number("attempt", number.entry())
          .number("unstarted", number.unstarted())
          .number("earlier", number.earlier())
          .number("failures", counters.failures())
          .number("lost_leases", counters.lostLeases())
          .number("interruptions", counters.interruptions())
          .numberOrNull("first_started_at", firstStartedAt)
          .numberOrNull("previous_delay_us", previousDelay)
          .addToBatch();
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
      session
          .statement(INSERT_FINISHED)
          .number("job_seq", job.seq())
          .id("job_id", settlement.job().id())
          .text("state", state.name())
          .text("queue", queue)
          .number("attempt", number.entry())
          .number("unstarted", number.unstarted())
          .number("earlier", number.earlier())
          .number("failures", counters.failures())
          .number("lost_leases", counters.lostLeases())
          .number("interruptions", counters.interruptions())
          .number("run_at", job.runAt())
          .number("finished_at", now)
          .text("result", result)
          .text("dlq_reason", reason)
          .text("moved_from_queue", movedFrom)
          .numberOrNull("moved_at", movedAt)
          .addToBatch();
    }

    /** Writes the collected rows. */
    void write() throws SQLException {
      write(INSERT_ATTEMPT, attempts);
      write(INSERT_READY, ready);
      write(INSERT_FINISHED, finished);
      STATISTICS.add(session, cells);
    }

    private void write(String sql, int rows) throws SQLException {
      if (rows > 0) {
        session.writeBatch(sql);
      }
    }
  }
}

package io.taskforge.jdbc.sqlite;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cancels, retries, reschedules, dead-letters or redrives one job on request. */
final class ChangeJob {
  // A job that neither waits nor has finished is running.
  private static final String STANDING =
      """
      SELECT j.seq,
        CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN r.job_seq IS NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED'
        END
      FROM ${prefix}job j
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      WHERE j.id = :id
      """;
  private static final String RECORD_CANCELLED =
      """
      INSERT INTO ${prefix}attempt (job_seq, attempt, unstarted, earlier, retry, status,
        scheduled_at, finished_at, explanation, failures, lost_leases, interruptions, queue, type,
        tenant)
      SELECT r.job_seq, r.attempt + 1, r.unstarted + 1, r.earlier, r.failures, 'CANCELLED',
        r.run_at, :now, :reason, r.failures, r.lost_leases, r.interruptions, r.queue, r.type, j.tenant
      FROM ${prefix}ready r JOIN ${prefix}job j ON j.seq = r.job_seq WHERE r.job_seq = :job_seq
      """;
  private static final String RECORD_CANCELLED_FINISHED =
      """
      INSERT INTO ${prefix}attempt (job_seq, attempt, unstarted, earlier, retry, status,
        scheduled_at, finished_at, explanation, failures, lost_leases, interruptions, queue, type,
        tenant)
      SELECT f.job_seq, f.attempt + 1, f.unstarted + 1, f.earlier, f.failures, 'CANCELLED',
        f.run_at, :now, :reason, f.failures, f.lost_leases, f.interruptions,
        coalesce(f.moved_from_queue, f.queue), j.type, j.tenant
      FROM ${prefix}finished f JOIN ${prefix}job j ON j.seq = f.job_seq WHERE f.job_seq = :job_seq
      """;
  private static final String FINISH =
      """
      INSERT INTO ${prefix}finished (job_seq, job_id, state, queue, attempt, unstarted, earlier,
        failures, lost_leases, interruptions, run_at, finished_at, dlq_reason, moved_from_queue,
        moved_at)
      SELECT r.job_seq, j.id, :state, coalesce(:dead_letters, r.queue), r.attempt + 1,
        r.unstarted + 1, r.earlier, r.failures, r.lost_leases, r.interruptions, r.run_at, :now,
        CASE WHEN :dead_letters IS NOT NULL THEN :reason END,
        CASE WHEN :dead_letters IS NOT NULL THEN r.queue END,
        CASE WHEN :dead_letters IS NOT NULL THEN :now END
      FROM ${prefix}ready r JOIN ${prefix}job j ON j.seq = r.job_seq WHERE r.job_seq = :job_seq
      """;
  private static final String DELETE_READY =
      """
      DELETE FROM ${prefix}ready WHERE job_seq = :job_seq
      """;
  private static final String RUN_AT =
      """
      UPDATE ${prefix}ready SET run_at = :run_at WHERE job_seq = :job_seq
      """;
  private static final String FINISH_AGAIN =
      """
      UPDATE ${prefix}finished SET state = :state, attempt = attempt + 1,
        unstarted = unstarted + 1, finished_at = :now,
        dlq_reason = CASE WHEN :dead_letters IS NULL THEN dlq_reason ELSE :reason END,
        moved_from_queue = CASE WHEN :dead_letters IS NULL THEN moved_from_queue ELSE queue END,
        moved_at = CASE WHEN :dead_letters IS NULL THEN moved_at ELSE :now END,
        queue = coalesce(:dead_letters, queue)
      WHERE job_seq = :job_seq
      """;

  private final CancelRequests cancelRequests;
  private final StatisticsTable statistics = new StatisticsTable();
  private final DeadLetterStays stays = new DeadLetterStays();
  private final RedriveJobs redrives = new RedriveJobs();

  ChangeJob(CancelRequests cancelRequests) {
    this.cancelRequests = cancelRequests;
  }

  private record Standing(JobId id, long seq, JobState state) {}

  ChangeResult change(Session session, JobId id, JobChange change, long now) throws SQLException {
    Standing standing =
        session
            .statement(STANDING)
            .id("id", id)
            .first(row -> new Standing(id, row.getLong(1), JobState.valueOf(row.getString(2))));
    if (standing == null) {
      return new ChangeResult(Status.NOT_FOUND, null);
    }
    JobState after =
        change.isAllowedIn(standing.state) ? apply(session, standing, change, now) : null;
    if (after == null) {
      return new ChangeResult(Status.REFUSED, standing.state);
    }
    if (after == JobState.RUNNING) {
      return new ChangeResult(Status.REQUESTED, after);
    }
    change.transition().check(id, standing.state, after);
    return new ChangeResult(Status.CHANGED, after);
  }

  /** Returns the state after the change, or null for an AT_MOST_ONCE job that cannot run again. */
  private @Nullable JobState apply(Session session, Standing standing, JobChange change, long now)
      throws SQLException {
    if (change instanceof JobChange.Cancel cancel) {
      return cancel(session, standing, cancel, now);
    }
    if (change instanceof JobChange.RetryNow) {
      return standing.state.isFinal()
          ? restart(session, standing, new JobRestart(standing.state, null), now)
          : runAt(session, standing, now);
    }
    if (change instanceof JobChange.Reschedule reschedule) {
      return runAt(session, standing, SqliteColumns.micros(reschedule.runAt()));
    }
    if (change instanceof JobChange.CancelRetries cancel) {
      return end(session, standing, JobState.FAILED, cancel.reason(), null, now);
    }
    if (change instanceof JobChange.DeadLetter dead) {
      return end(session, standing, JobState.DEAD, dead.reason(), dead.queue(), now);
    }
    JobChange.Redrive redrive = (JobChange.Redrive) change;
    JobRestart how = new JobRestart(standing.state, redrive.target(), redrive.note());
    return restart(session, standing, how, now);
  }

  private JobState cancel(Session session, Standing standing, JobChange.Cancel cancel, long now)
      throws SQLException {
    if (standing.state == JobState.RUNNING) {
      cancelRequests.add(session, standing.seq);
      return JobState.RUNNING;
    }
    stays.end(session, seqs(standing), DeadLetterStay.End.DELETED, cancel.note(), now);
    return end(session, standing, JobState.CANCELLED, cancel.reason(), null, now);
  }

  private static String seqs(Standing standing) {
    return "[" + standing.seq + "]";
  }

  /** Ends a waiting job, or a finished one in another way, with an entry in its history. */
  private JobState end(
      Session session,
      Standing standing,
      JobState as,
      String reason,
      @Nullable QueueName deadLetters,
      long now)
      throws SQLException {
    boolean finished = standing.state.isFinal();
    session
        .statement(finished ? RECORD_CANCELLED_FINISHED : RECORD_CANCELLED)
        .number("now", now)
        .text("reason", StorableText.clean(reason))
        .number("job_seq", standing.seq)
        .update();
    if (!finished) {
      statistics.addEnded(session, standing.seq, as, now);
    }
    session
        .statement(finished ? FINISH_AGAIN : FINISH)
        .text("state", as.name())
        .textOf("dead_letters", deadLetters)
        .text("reason", StorableText.clean(reason))
        .number("now", now)
        .number("job_seq", standing.seq)
        .update();
    if (!finished) {
      session.statement(DELETE_READY).number("job_seq", standing.seq).update();
    }
    return as;
  }

  private JobState runAt(Session session, Standing standing, long at) throws SQLException {
    session.statement(RUN_AT).number("run_at", at).number("job_seq", standing.seq).update();
    return standing.state;
  }

  private @Nullable JobState restart(Session session, Standing standing, JobRestart how, long now)
      throws SQLException {
    ChangeResult result = redrives.restart(session, List.of(standing.id), how, now).get(0);
    return result.status() == Status.CHANGED ? result.state() : null;
  }
}

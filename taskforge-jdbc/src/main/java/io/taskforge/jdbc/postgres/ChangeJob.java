package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.postgres.CancelWaitingJobs.Ending;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.EndedJob;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cancels, retries, reschedules, dead-letters or redrives one job on request.
 *
 * <p>The job's row is locked, so that requests are applied one after the other. Claims and commits
 * don't lock it: each statement here is a compare-and-set on the state that was read, and a job
 * that has changed meanwhile is read again.
 */
final class ChangeJob {
  private static final String LOCK =
      """
      SELECT id FROM ${prefix}job WHERE id = :id FOR UPDATE
      """;

  // A job that neither waits nor has finished is running: each snapshot has it in one table.
  private static final String STATE =
      """
      SELECT COALESCE(
        (SELECT CASE WHEN failures + lost_leases > 0 THEN 'RETRYING' ELSE 'QUEUED' END
          FROM ${prefix}ready WHERE job_id = :id),
        (SELECT state FROM ${prefix}finished WHERE job_id = :id),
        'RUNNING') AS state
      """;

  private static final String RUN_AT =
      """
      UPDATE ${prefix}ready
      SET run_at = COALESCE(:run_at::timestamptz, :now::timestamptz, statement_timestamp())
      WHERE job_id = :id AND (failures + lost_leases > 0) = :retrying
      """;

  // The request is stored in the lease, where a commit that waited for the row lock sees it.
  private static final String REQUEST_CANCEL =
      """
      WITH found AS (
        SELECT token, array_position(job_ids, :id::uuid) - 1 AS position
        FROM ${prefix}lease
        WHERE job_ids @> ARRAY[:id::uuid])
      UPDATE ${prefix}lease l
      SET cancelled_positions = array_remove(l.cancelled_positions, f.position) || f.position
      FROM found f
      WHERE l.token = f.token AND get_bit(l.open_positions, f.position) = 1
      """;

  // Limits retries for a job that changes its state between every two statements.
  private static final int TRIES = 100;

  private final Statements statements;
  private final CancelWaitingJobs cancel;
  private final RedriveJobs redrives;

  ChangeJob(Statements statements) {
    this.statements = statements;
    this.cancel = new CancelWaitingJobs(statements);
    this.redrives = new RedriveJobs(statements);
  }

  /** The result of a change, and the job as it ended, or null if it did not end. */
  record Changed(ChangeResult result, @Nullable EndedJob ended) {}

  /** Runs in a transaction. */
  Changed change(Connection connection, JobId id, JobChange change) throws SQLException {
    if (!lock(connection, id)) {
      return new Changed(new ChangeResult(Status.NOT_FOUND, null), null);
    }
    for (int tried = 0; tried < TRIES; tried++) {
      JobState seen = state(connection, id);
      if (!change.isAllowedIn(seen)) {
        return new Changed(new ChangeResult(Status.REFUSED, seen), null);
      }
      Changed changed = new OneJob(connection, id, seen).apply(change);
      if (changed != null) {
        checkTransition(id, change, seen, changed.result());
        return changed;
      }
    }
    throw new SQLException(
        "job " + id + " changed its state on each of " + TRIES + " tries", "40001");
  }

  private static void checkTransition(
      JobId id, JobChange change, JobState seen, ChangeResult result) {
    if (result.status() == Status.CHANGED && result.state() != null) {
      change.transition().check(id, seen, result.state());
    }
  }

  private boolean lock(Connection connection, JobId id) throws SQLException {
    try (NamedStatement statement = statements.on(connection, LOCK).id("id", id);
        ResultSet row = statement.query()) {
      return row.next();
    }
  }

  private JobState state(Connection connection, JobId id) throws SQLException {
    try (NamedStatement statement = statements.on(connection, STATE).id("id", id);
        ResultSet row = statement.query()) {
      row.next();
      return JobState.valueOf(row.getString("state"));
    }
  }

  /** A job in the state that was read. Each method returns null if the job has left that state. */
  private final class OneJob {
    private final Connection connection;
    private final JobId id;
    private final JobState seen;

    OneJob(Connection connection, JobId id, JobState seen) {
      this.connection = connection;
      this.id = id;
      this.seen = seen;
    }

    @Nullable Changed apply(JobChange change) throws SQLException {
      if (change instanceof JobChange.Cancel request) {
        return seen == JobState.RUNNING
            ? requestCancel()
            : end(new Ending(JobState.CANCELLED, request.reason(), null, request.by()));
      }
      if (change instanceof JobChange.RetryNow) {
        return seen.isFinal() ? restart(new JobRestart(seen, null)) : runAt(null);
      }
      if (change instanceof JobChange.Reschedule reschedule) {
        return runAt(reschedule.runAt());
      }
      if (change instanceof JobChange.CancelRetries request) {
        return end(new Ending(JobState.FAILED, request.reason(), null, null));
      }
      if (change instanceof JobChange.DeadLetter request) {
        return end(new Ending(JobState.DEAD, request.reason(), request.queue(), null));
      }
      JobChange.Redrive redrive = (JobChange.Redrive) change;
      return restart(new JobRestart(seen, redrive.target(), redrive.note()));
    }

    private @Nullable Changed end(Ending ending) throws SQLException {
      EndedJob job = cancel.end(connection, id, seen, ending);
      return job == null ? null : new Changed(new ChangeResult(Status.CHANGED, job.state()), job);
    }

    private @Nullable Changed runAt(@Nullable Instant at) throws SQLException {
      try (NamedStatement statement = statements.on(connection, RUN_AT)) {
        statement.id("id", id).instant("run_at", at).flag("retrying", seen == JobState.RETRYING);
        return made(statement, Status.CHANGED, seen);
      }
    }

    private @Nullable Changed requestCancel() throws SQLException {
      try (NamedStatement statement = statements.on(connection, REQUEST_CANCEL)) {
        return made(statement.id("id", id), Status.REQUESTED, JobState.RUNNING);
      }
    }

    /** The job's row is locked, so a finished job stays in the state that was read. */
    private Changed restart(JobRestart how) throws SQLException {
      return new Changed(redrives.restart(connection, List.of(id), how).get(0), null);
    }

    private static @Nullable Changed made(NamedStatement statement, Status status, JobState state)
        throws SQLException {
      return statement.update() == 0 ? null : new Changed(new ChangeResult(status, state), null);
    }
  }
}

package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Redrives or retries many finished jobs in three statements. The rows of jobs are locked as in
 * {@link ChangeJob}, so that a job that was read as DEAD stays DEAD until it is moved.
 */
final class RedriveJobs {
  // Locks in a fixed order, so that two redrives of the same jobs don't deadlock. count(*) makes
  // sure that all rows are locked, whatever the driver's fetch size.
  private static final String LOCK =
      """
      SELECT count(*) FROM (
        SELECT id FROM ${prefix}job WHERE id = ANY (:ids::uuid[]) ORDER BY id FOR UPDATE) locked
      """;

  // A job that neither waits nor has finished is running: each snapshot has it in one table.
  private static final String STATES =
      """
      SELECT j.id, COALESCE(
        (SELECT CASE WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING' ELSE 'QUEUED' END
          FROM ${prefix}ready r WHERE r.job_id = j.id),
        (SELECT f.state FROM ${prefix}finished f WHERE f.job_id = j.id),
        'RUNNING') AS state
      FROM ${prefix}job j
      WHERE j.id = ANY (:ids::uuid[])
      """;

  // An AT_MOST_ONCE job that was started, or may have been started, must not start again.
  private static final String MOVE =
      """
      WITH gone AS (
        DELETE FROM ${prefix}finished f
        WHERE f.job_id = ANY (:ids::uuid[])
          AND f.state = :from
          AND NOT EXISTS (
            SELECT FROM ${prefix}job j
            JOIN ${prefix}attempt a ON a.job_id = j.id
            WHERE j.id = f.job_id AND j.guarantee = 'AT_MOST_ONCE' AND a.started_at IS NOT NULL)
        RETURNING *),
      stay AS (
        INSERT INTO ${prefix}dead_letter_stay (
          job_id, entry, moved_at, ended_at, dlq_reason, moved_from_queue, dead_letter_queue,
          ended_how, ended_by, end_reason)
        SELECT
          g.job_id, g.attempt, g.moved_at, COALESCE(:now::timestamptz, statement_timestamp()),
          g.dlq_reason, g.moved_from_queue, g.queue, 'REDRIVEN', :by, :reason
        FROM gone g
        WHERE g.state = 'DEAD')
      INSERT INTO ${prefix}ready (
        job_id, run_at, attempt, unstarted, earlier, failures, lost_leases, interruptions,
        priority, queue, type, tenant, lane_key)
      SELECT
        g.job_id, COALESCE(:now::timestamptz, statement_timestamp()), g.attempt, g.unstarted,
        g.attempt - g.unstarted, 0, 0, 0, j.priority,
        COALESCE(:queue::text, g.moved_from_queue, g.queue),
        g.type,
        j.tenant,
        j.lane_key
      FROM gone g
      JOIN ${prefix}job j ON j.id = g.job_id
      RETURNING job_id
      """;

  private final Statements statements;

  RedriveJobs(Statements statements) {
    this.statements = statements;
  }

  /** Runs in a transaction. */
  List<ChangeResult> restart(Connection connection, List<JobId> ids, JobRestart how)
      throws SQLException {
    if (ids.isEmpty()) {
      return List.of();
    }
    UUID[] wanted = ids.stream().map(JobId::value).distinct().toArray(UUID[]::new);
    lock(connection, wanted);
    Map<UUID, JobState> seen = states(connection, wanted);
    Set<UUID> moved = move(connection, wanted, how);
    Set<UUID> answered = new HashSet<>();
    List<ChangeResult> results = new ArrayList<>(ids.size());
    for (JobId id : ids) {
      JobState state = seen.get(id.value());
      if (state == null) {
        results.add(new ChangeResult(Status.NOT_FOUND, null));
      } else if (!moved.contains(id.value())) {
        results.add(new ChangeResult(Status.REFUSED, state));
      } else {
        how.transition().check(id, state, JobState.QUEUED);
        // For a duplicate id, only the first occurrence moves the job.
        boolean first = answered.add(id.value());
        results.add(new ChangeResult(first ? Status.CHANGED : Status.REFUSED, JobState.QUEUED));
      }
    }
    return results;
  }

  private void lock(Connection connection, UUID[] ids) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, LOCK)) {
      statement.ids("ids", ids).query().close();
    }
  }

  private Map<UUID, JobState> states(Connection connection, UUID[] ids) throws SQLException {
    Map<UUID, JobState> seen = new HashMap<>();
    try (NamedStatement statement = statements.planned(connection, STATES).ids("ids", ids);
        ResultSet row = statement.query()) {
      while (row.next()) {
        seen.put(row.getObject("id", UUID.class), JobState.valueOf(row.getString("state")));
      }
    }
    return seen;
  }

  private Set<UUID> move(Connection connection, UUID[] ids, JobRestart how) throws SQLException {
    Set<UUID> moved = new HashSet<>();
    try (NamedStatement statement = statements.planned(connection, MOVE)) {
      statement
          .ids("ids", ids)
          .text("from", how.from().name())
          .textOf("queue", how.target())
          .text("by", how.note().by())
          .text("reason", how.note().reason());
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          moved.add(row.getObject("job_id", UUID.class));
        }
      }
    }
    return moved;
  }
}

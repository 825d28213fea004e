package io.taskforge.jdbc.sqlite;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Redrives or retries many finished jobs in three statements. */
final class RedriveJobs {
  // Ids are blobs, which JSON can't contain, so they are passed as one blob of 16 bytes each.
  private static final String STANDINGS =
      """
      WITH RECURSIVE place (n) AS (
        SELECT 0 UNION ALL SELECT n + 1 FROM place WHERE n + 1 < length(:ids) / 16)
      SELECT place.n, j.seq,
        CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN r.job_seq IS NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED'
        END,
        f.state = :from AND NOT (
          j.guarantee = 'AT_MOST_ONCE'
          AND EXISTS (
            SELECT 1 FROM ${prefix}attempt a
            WHERE a.job_seq = j.seq AND a.started_at IS NOT NULL))
      FROM place
      CROSS JOIN ${prefix}job j ON j.id = substr(:ids, 1 + 16 * place.n, 16)
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      """;
  private static final String START_OVER =
      """
      INSERT INTO ${prefix}ready (queue, priority, tenant, type, lane_key, run_at, job_seq, attempt,
        unstarted, earlier, failures, lost_leases, interruptions)
      SELECT coalesce(:queue, f.moved_from_queue, f.queue), j.priority, j.tenant, j.type,
        j.lane_key, :now, f.job_seq, f.attempt, f.unstarted, f.attempt - f.unstarted, 0, 0, 0
      FROM json_each(:job_seqs) wanted
      CROSS JOIN ${prefix}finished f ON f.job_seq = wanted.value
      JOIN ${prefix}job j ON j.seq = f.job_seq
      """;
  private static final String DELETE_FINISHED =
      """
      DELETE FROM ${prefix}finished WHERE job_seq IN (SELECT value FROM json_each(:job_seqs))
      """;

  private final DeadLetterStays stays = new DeadLetterStays();

  private record Standing(int place, long seq, JobState state, boolean movable) {}

  List<ChangeResult> restart(Session session, List<JobId> ids, JobRestart how, long now)
      throws SQLException {
    if (ids.isEmpty()) {
      return List.of();
    }
    Map<Integer, Standing> found = new HashMap<>();
    for (Standing standing :
        session
            .statement(STANDINGS)
            .bytes("ids", blob(ids))
            .text("from", how.from().name())
            .list(
                row ->
                    new Standing(
                        row.getInt(1),
                        row.getLong(2),
                        JobState.valueOf(row.getString(3)),
                        row.getBoolean(4)))) {
      found.put(standing.place, standing);
    }
    Set<Long> moved = new LinkedHashSet<>();
    List<ChangeResult> results = new ArrayList<>(ids.size());
    for (int place = 0; place < ids.size(); place++) {
      results.add(result(ids.get(place), found.get(place), how, moved));
    }
    if (!moved.isEmpty()) {
      String seqs = moved.toString();
      session
          .statement(START_OVER)
          .textOf("queue", how.target())
          .number("now", now)
          .text("job_seqs", seqs)
          .update();
      stays.end(session, seqs, DeadLetterStay.End.REDRIVEN, how.note(), now);
      session.statement(DELETE_FINISHED).text("job_seqs", seqs).update();
    }
    return results;
  }

  /** The result for one id. For a duplicate id, only the first occurrence moves the job. */
  private static ChangeResult result(
      JobId id, @Nullable Standing standing, JobRestart how, Set<Long> moved) {
    if (standing == null) {
      return new ChangeResult(Status.NOT_FOUND, null);
    }
    if (!standing.movable) {
      return new ChangeResult(Status.REFUSED, standing.state);
    }
    how.transition().check(id, standing.state, JobState.QUEUED);
    return new ChangeResult(
        moved.add(standing.seq) ? Status.CHANGED : Status.REFUSED, JobState.QUEUED);
  }

  private static byte[] blob(List<JobId> ids) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(16 * ids.size());
    ids.forEach(id -> all.writeBytes(SqliteColumns.blob(id)));
    return all.toByteArray();
  }
}

package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Deletes finished jobs past their retention, oldest first, with their history. */
final class PurgeFinishedJobs {
  private static final String OLD =
      """
      SELECT job_seq FROM ${prefix}finished
      WHERE state = :state AND finished_at < :before ORDER BY finished_at LIMIT :limit
      """;
  private static final String DELETE_ATTEMPTS =
      """
      DELETE FROM ${prefix}attempt WHERE job_seq IN (SELECT value FROM json_each(:job_seqs))
      """;
  private static final String DELETE_STAYS =
      """
      DELETE FROM ${prefix}dead_letter_stay
      WHERE job_seq IN (SELECT value FROM json_each(:job_seqs))
      """;
  private static final String DELETE_FINISHED =
      """
      DELETE FROM ${prefix}finished WHERE job_seq IN (SELECT value FROM json_each(:job_seqs))
      """;
  private static final String DELETE_JOBS =
      """
      DELETE FROM ${prefix}job WHERE seq IN (SELECT value FROM json_each(:job_seqs))
      """;

  /** Deletes at most {@code limit} jobs and returns the number deleted. */
  int purge(Session session, Retention retention, int limit, long now) throws SQLException {
    int purged = 0;
    for (JobState state : JobState.values()) {
      if (state.isFinal() && purged < limit) {
        Duration kept = retention.of(state);
        long before = now - SqliteColumns.later(0, kept);
        List<Long> jobs =
            session
                .statement(OLD)
                .text("state", state.name())
                .number("before", before)
                .number("limit", limit - purged)
                .list(row -> row.getLong(1));
        if (!jobs.isEmpty()) {
          String seqs = jobs.toString();
          for (String delete :
              List.of(DELETE_ATTEMPTS, DELETE_STAYS, DELETE_FINISHED, DELETE_JOBS)) {
            session.statement(delete).text("job_seqs", seqs).update();
          }
          purged += jobs.size();
        }
      }
    }
    return purged;
  }
}

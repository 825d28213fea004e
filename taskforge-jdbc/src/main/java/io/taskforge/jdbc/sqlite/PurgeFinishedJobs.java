package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Removes finished jobs whose time is over, oldest first, with their history. */
final class PurgeFinishedJobs {
  private static final String OLD =
      """
      SELECT job_seq FROM ${prefix}finished
      WHERE state = ? AND finished_at < ? ORDER BY finished_at LIMIT ?
      """;
  private static final String DELETE_ATTEMPTS =
      """
      DELETE FROM ${prefix}attempt WHERE job_seq IN (SELECT value FROM json_each(?))
      """;
  private static final String DELETE_FINISHED =
      """
      DELETE FROM ${prefix}finished WHERE job_seq IN (SELECT value FROM json_each(?))
      """;
  private static final String DELETE_JOBS =
      """
      DELETE FROM ${prefix}job WHERE seq IN (SELECT value FROM json_each(?))
      """;

  private final String old;
  private final String deleteAttempts;
  private final String deleteFinished;
  private final String deleteJobs;

  PurgeFinishedJobs(String prefix) {
    old = OLD.replace("${prefix}", prefix);
    deleteAttempts = DELETE_ATTEMPTS.replace("${prefix}", prefix);
    deleteFinished = DELETE_FINISHED.replace("${prefix}", prefix);
    deleteJobs = DELETE_JOBS.replace("${prefix}", prefix);
  }

  /** Removes at most {@code limit} jobs and returns how many went. */
  int purge(Session session, Retention retention, int limit, long now) throws SQLException {
    int purged = 0;
    for (JobState state : JobState.values()) {
      if (state.isFinal() && purged < limit) {
        Duration kept = retention.of(state);
        long before = now - SqliteColumns.later(0, kept);
        List<Long> jobs =
            session.query(old, row -> row.getLong(1), state.name(), before, limit - purged);
        if (!jobs.isEmpty()) {
          String seqs = jobs.toString();
          session.update(deleteAttempts, seqs);
          session.update(deleteFinished, seqs);
          session.update(deleteJobs, seqs);
          purged += jobs.size();
        }
      }
    }
    return purged;
  }
}

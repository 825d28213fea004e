package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Rows;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.DeadLetterStay.End;
import io.taskforge.job.JobId;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stays of jobs in dead letter queues, recorded in the transaction that ends them. */
final class DeadLetterStays {
  private static final String RECORD =
      """
      INSERT INTO ${prefix}dead_letter_stay (job_seq, entry, dlq_reason, moved_from_queue,
        dead_letter_queue, moved_at, ended_at, ended_how, ended_by, end_reason)
      SELECT f.job_seq, f.attempt, f.dlq_reason, f.moved_from_queue, f.queue, f.moved_at, :now,
        :how, :by, :reason
      FROM json_each(:job_seqs) wanted
      CROSS JOIN ${prefix}finished f ON f.job_seq = wanted.value
      WHERE f.state = 'DEAD'
      """;
  private static final String LIST =
      """
      SELECT s.dlq_reason, s.moved_from_queue, s.dead_letter_queue, s.moved_at, s.ended_at,
        s.ended_how, s.ended_by, s.end_reason
      FROM ${prefix}job j JOIN ${prefix}dead_letter_stay s ON s.job_seq = j.seq
      WHERE j.id = :id ORDER BY s.entry DESC LIMIT :limit
      """;

  private final Rows rows = new Rows(new SqliteColumns());

  /** Ends the dead-letter stays of the DEAD jobs in {@code jobs}, which is JSON. */
  void end(Session session, String jobs, End how, ChangeNote note, long now) throws SQLException {
    session
        .statement(RECORD)
        .number("now", now)
        .text("how", how.name())
        .text("by", clean(note.by()))
        .text("reason", clean(note.reason()))
        .text("job_seqs", jobs)
        .update();
  }

  private static @Nullable String clean(@Nullable String text) {
    return text == null ? null : StorableText.clean(text);
  }

  /** Returns the latest stays that have ended, newest first. */
  List<DeadLetterStay> list(Session session, JobId id) throws SQLException {
    return session
        .statement(LIST)
        .id("id", id)
        .number("limit", DeadLetterStay.MAX)
        .list(rows::stay);
  }
}

package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.QueueRow;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** How queues are run. */
final class QueueTable {
  private static final String CREATE =
      """
      INSERT INTO ${prefix}queue (name, retry_policy, dead_letter_queue, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 1, ?7, ?7)
      ON CONFLICT (name) DO NOTHING
      """;
  private static final String PUT =
      """
      INSERT INTO ${prefix}queue (name, retry_policy, dead_letter_queue, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 1, ?7, ?7)
      ON CONFLICT (name) DO UPDATE SET retry_policy = excluded.retry_policy,
        dead_letter_queue = excluded.dead_letter_queue, concurrency = excluded.concurrency,
        rate_starts = excluded.rate_starts, rate_per_us = excluded.rate_per_us,
        version = version + 1, changed_at = excluded.changed_at
      WHERE retry_policy IS NOT excluded.retry_policy
        OR dead_letter_queue IS NOT excluded.dead_letter_queue
        OR concurrency IS NOT excluded.concurrency
        OR rate_starts IS NOT excluded.rate_starts
        OR rate_per_us IS NOT excluded.rate_per_us
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}queue SET retry_policy = ?2, dead_letter_queue = ?3, concurrency = ?4,
        rate_starts = ?5, rate_per_us = ?6, version = version + 1, changed_at = ?7
      WHERE name = ?1 AND version = ?8
      """;
  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at) VALUES (?1, ?2, ?3, ?3)
      ON CONFLICT (name) DO UPDATE SET paused = excluded.paused
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}queue WHERE name = ?
      """;
  private static final String ONE =
      """
      SELECT ${columns} FROM ${prefix}queue WHERE name = ?
      """;
  private static final String ALL =
      """
      SELECT ${columns} FROM ${prefix}queue ORDER BY name
      """;

  private final Columns columns = new SqliteColumns();
  private final String create;
  private final String put;
  private final String replace;
  private final String pause;
  private final String delete;
  private final String one;
  private final String all;

  QueueTable(String prefix) {
    create = CREATE.replace("${prefix}", prefix);
    put = PUT.replace("${prefix}", prefix);
    replace = REPLACE.replace("${prefix}", prefix);
    pause = PAUSE.replace("${prefix}", prefix);
    delete = DELETE.replace("${prefix}", prefix);
    one = ONE.replace("${prefix}", prefix).replace("${columns}", QueueRow.COLUMNS);
    all = ALL.replace("${prefix}", prefix).replace("${columns}", QueueRow.COLUMNS);
  }

  int put(Session session, QueueName queue, QueueSettings settings, long now) throws SQLException {
    return write(session, put, queue, QueueRow.of(settings), now);
  }

  Optional<Queue> replace(
      Session session, QueueName queue, long version, QueueSettings settings, long now)
      throws SQLException {
    QueueRow row = QueueRow.of(settings);
    int changed =
        version == 0
            ? write(session, create, queue, row, now)
            : session.update(
                replace,
                queue.value(),
                row.retryPolicy(),
                row.deadLetterQueue(),
                row.concurrency(),
                row.rateStarts(),
                row.ratePerMicros(),
                now,
                version);
    return changed == 0 ? Optional.empty() : find(session, queue);
  }

  private static int write(Session session, String insert, QueueName queue, QueueRow row, long now)
      throws SQLException {
    return session.update(
        insert,
        queue.value(),
        row.retryPolicy(),
        row.deadLetterQueue(),
        row.concurrency(),
        row.rateStarts(),
        row.ratePerMicros(),
        now);
  }

  int pause(Session session, QueueName queue, boolean paused, long now) throws SQLException {
    return session.update(pause, queue.value(), paused ? 1 : 0, now);
  }

  boolean delete(Session session, QueueName queue) throws SQLException {
    return session.update(delete, queue.value()) == 1;
  }

  Optional<Queue> find(Session session, QueueName queue) throws SQLException {
    return Optional.ofNullable(session.first(one, this::read, queue.value()));
  }

  List<Queue> all(Session session) throws SQLException {
    return session.query(all, this::read);
  }

  private Queue read(ResultSet row) throws SQLException {
    return QueueRow.read(row, columns);
  }
}

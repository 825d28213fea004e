package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.QueueRow;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The settings of queues. */
final class QueueTable {
  private static final String CREATE =
      """
      INSERT INTO ${prefix}queue (name, retry_policy, dead_letter_queue, dead_letter_on, concurrency,
        rate_starts, rate_per_us, paused, version, created_at, changed_at)
      VALUES (:name, :policy, :dead_letter_queue, :dead_letter_on, :concurrency, :rate_starts,
        :rate_per_us, 0, 1, :now, :now)
      ON CONFLICT (name) DO NOTHING
      """;
  private static final String PUT =
      """
      INSERT INTO ${prefix}queue (name, retry_policy, dead_letter_queue, dead_letter_on, concurrency,
        rate_starts, rate_per_us, paused, version, created_at, changed_at)
      VALUES (:name, :policy, :dead_letter_queue, :dead_letter_on, :concurrency, :rate_starts,
        :rate_per_us, 0, 1, :now, :now)
      ON CONFLICT (name) DO UPDATE SET retry_policy = excluded.retry_policy,
        dead_letter_queue = excluded.dead_letter_queue,
        dead_letter_on = excluded.dead_letter_on, concurrency = excluded.concurrency,
        rate_starts = excluded.rate_starts, rate_per_us = excluded.rate_per_us,
        version = version + 1, changed_at = excluded.changed_at
      WHERE retry_policy IS NOT excluded.retry_policy
        OR dead_letter_queue IS NOT excluded.dead_letter_queue
        OR dead_letter_on IS NOT excluded.dead_letter_on
        OR concurrency IS NOT excluded.concurrency
        OR rate_starts IS NOT excluded.rate_starts
        OR rate_per_us IS NOT excluded.rate_per_us
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}queue SET retry_policy = :policy,
        dead_letter_queue = :dead_letter_queue, dead_letter_on = :dead_letter_on,
        concurrency = :concurrency, rate_starts = :rate_starts, rate_per_us = :rate_per_us,
        version = version + 1, changed_at = :now
      WHERE name = :name AND version = :version
      """;
  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at)
      VALUES (:name, :paused, :now, :now)
      ON CONFLICT (name) DO UPDATE SET paused = excluded.paused
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}queue WHERE name = :name
      """;
  private static final String ONE =
      """
      SELECT name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at
      FROM ${prefix}queue WHERE name = :name
      """;
  private static final String ALL =
      """
      SELECT name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at
      FROM ${prefix}queue ORDER BY name
      """;

  private final Columns columns = new SqliteColumns();

  int put(Session session, QueueName queue, QueueSettings settings, long now) throws SQLException {
    return QueueRow.bind(session.statement(PUT), queue, settings).number("now", now).update();
  }

  Optional<Queue> replace(
      Session session, QueueName queue, long version, QueueSettings settings, long now)
      throws SQLException {
    NamedStatement statement = session.statement(version == 0 ? CREATE : REPLACE);
    if (version != 0) {
      statement.number("version", version);
    }
    int changed = QueueRow.bind(statement, queue, settings).number("now", now).update();
    return changed == 0 ? Optional.empty() : find(session, queue);
  }

  int pause(Session session, QueueName queue, boolean paused, long now) throws SQLException {
    return session
        .statement(PAUSE)
        .text("name", queue.value())
        .flag("paused", paused)
        .number("now", now)
        .update();
  }

  boolean delete(Session session, QueueName queue) throws SQLException {
    return session.statement(DELETE).text("name", queue.value()).update() == 1;
  }

  Optional<Queue> find(Session session, QueueName queue) throws SQLException {
    return Optional.ofNullable(
        session.statement(ONE).text("name", queue.value()).first(this::read));
  }

  List<Queue> all(Session session) throws SQLException {
    return session.statement(ALL).list(this::read);
  }

  private Queue read(ResultSet row) throws SQLException {
    return QueueRow.read(row, columns);
  }
}

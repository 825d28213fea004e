package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.QueueRow;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The settings of queues. */
final class QueueTable {
  private static final String CREATE =
      """
      INSERT INTO ${prefix}queue AS q (
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at)
      VALUES (
        :name, :policy, :dead_letter_queue, :dead_letter_on, :concurrency, :rate_starts,
        :rate_per_us, false, 1,
        COALESCE(:now::timestamptz, statement_timestamp()),
        COALESCE(:now::timestamptz, statement_timestamp()))
      ON CONFLICT (name) DO NOTHING
      RETURNING
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at
      """;

  private static final String PUT =
      """
      INSERT INTO ${prefix}queue AS q (
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at)
      VALUES (
        :name, :policy, :dead_letter_queue, :dead_letter_on, :concurrency, :rate_starts,
        :rate_per_us, false, 1,
        COALESCE(:now::timestamptz, statement_timestamp()),
        COALESCE(:now::timestamptz, statement_timestamp()))
      ON CONFLICT (name) DO UPDATE SET
        retry_policy = EXCLUDED.retry_policy,
        dead_letter_queue = EXCLUDED.dead_letter_queue,
        dead_letter_on = EXCLUDED.dead_letter_on,
        concurrency = EXCLUDED.concurrency,
        rate_starts = EXCLUDED.rate_starts,
        rate_per_us = EXCLUDED.rate_per_us,
        version = q.version + 1,
        changed_at = EXCLUDED.changed_at
      WHERE (
          q.retry_policy, q.dead_letter_queue, q.dead_letter_on, q.concurrency, q.rate_starts,
          q.rate_per_us)
        IS DISTINCT FROM (
          EXCLUDED.retry_policy, EXCLUDED.dead_letter_queue, EXCLUDED.dead_letter_on,
          EXCLUDED.concurrency, EXCLUDED.rate_starts, EXCLUDED.rate_per_us)
      """;

  private static final String REPLACE =
      """
      UPDATE ${prefix}queue
      SET
        retry_policy = :policy,
        dead_letter_queue = :dead_letter_queue,
        dead_letter_on = :dead_letter_on,
        concurrency = :concurrency,
        rate_starts = :rate_starts,
        rate_per_us = :rate_per_us,
        version = version + 1,
        changed_at = COALESCE(:now::timestamptz, statement_timestamp())
      WHERE name = :name AND version = :version
      RETURNING
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at
      """;

  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at)
      VALUES (
        :name,
        :paused,
        COALESCE(:now::timestamptz, statement_timestamp()),
        COALESCE(:now::timestamptz, statement_timestamp()))
      ON CONFLICT (name) DO UPDATE SET paused = EXCLUDED.paused
      """;

  private static final String DELETE =
      """
      DELETE FROM ${prefix}queue WHERE name = :name
      """;

  private static final String ONE =
      """
      SELECT
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at
      FROM ${prefix}queue
      WHERE name = :name
      """;

  private static final String ALL =
      """
      SELECT
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, paused, version, created_at, changed_at
      FROM ${prefix}queue
      ORDER BY name COLLATE "C"
      """;

  private final Statements statements;
  private final Columns columns;

  QueueTable(Statements statements, Columns columns) {
    this.statements = statements;
    this.columns = columns;
  }

  int put(Connection connection, QueueName name, QueueSettings settings) throws SQLException {
    try (NamedStatement statement = statements.on(connection, PUT)) {
      return QueueRow.bind(statement, name, settings).update();
    }
  }

  Optional<Queue> replace(
      Connection connection, QueueName name, long version, QueueSettings settings)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, version == 0 ? CREATE : REPLACE)) {
      if (version != 0) {
        statement.number("version", version);
      }
      return Optional.ofNullable(QueueRow.bind(statement, name, settings).first(this::read));
    }
  }

  int pause(Connection connection, QueueName name, boolean paused) throws SQLException {
    try (NamedStatement statement = statements.on(connection, PAUSE)) {
      return statement.text("name", name.value()).flag("paused", paused).update();
    }
  }

  boolean delete(Connection connection, QueueName name) throws SQLException {
    try (NamedStatement statement = statements.on(connection, DELETE)) {
      return statement.text("name", name.value()).update() == 1;
    }
  }

  Optional<Queue> find(Connection connection, QueueName name) throws SQLException {
    try (NamedStatement statement = statements.on(connection, ONE)) {
      return Optional.ofNullable(statement.text("name", name.value()).first(this::read));
    }
  }

  List<Queue> all(Connection connection) throws SQLException {
    try (NamedStatement statement = statements.on(connection, ALL)) {
      return statement.list(this::read);
    }
  }

  private Queue read(ResultSet row) throws SQLException {
    return QueueRow.read(row, columns);
  }
}

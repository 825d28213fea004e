package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.QueueRow;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores how queues are run. */
final class QueueTable {
  private static final String INSERT =
      """
      INSERT INTO ${prefix}queue AS q (name, retry_policy, dead_letter_queue, concurrency,
        rate_starts, rate_per_us, paused, version, created_at, changed_at)
      VALUES (:name, :policy, :dead_letter_queue, :concurrency, :rate_starts, :rate_per_us, false,
        1, ${now}, ${now})
      """;

  private static final String CREATE =
      INSERT
          + """
          ON CONFLICT (name) DO NOTHING
          RETURNING ${columns}
          """;

  private static final String PUT =
      INSERT
          + """
          ON CONFLICT (name) DO UPDATE SET
            retry_policy = EXCLUDED.retry_policy,
            dead_letter_queue = EXCLUDED.dead_letter_queue,
            concurrency = EXCLUDED.concurrency,
            rate_starts = EXCLUDED.rate_starts,
            rate_per_us = EXCLUDED.rate_per_us,
            version = q.version + 1,
            changed_at = EXCLUDED.changed_at
          WHERE (q.retry_policy, q.dead_letter_queue, q.concurrency, q.rate_starts, q.rate_per_us)
            IS DISTINCT FROM (EXCLUDED.retry_policy, EXCLUDED.dead_letter_queue,
              EXCLUDED.concurrency, EXCLUDED.rate_starts, EXCLUDED.rate_per_us)
          """;

  private static final String REPLACE =
      """
      UPDATE ${prefix}queue
      SET retry_policy = :policy, dead_letter_queue = :dead_letter_queue,
        concurrency = :concurrency, rate_starts = :rate_starts, rate_per_us = :rate_per_us,
        version = version + 1, changed_at = ${now}
      WHERE name = :name AND version = :version
      RETURNING ${columns}
      """;

  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at)
      VALUES (:name, :paused, ${now}, ${now})
      ON CONFLICT (name) DO UPDATE SET paused = EXCLUDED.paused
      """;

  private static final String DELETE =
      """
      DELETE FROM ${prefix}queue WHERE name = :name
      """;

  private static final String ONE =
      """
      SELECT ${columns} FROM ${prefix}queue WHERE name = :name
      """;

  private static final String ALL =
      """
      SELECT ${columns} FROM ${prefix}queue ORDER BY name COLLATE "C"
      """;

  private final NamedSql create;
  private final NamedSql put;
  private final NamedSql replace;
  private final NamedSql pause;
  private final NamedSql delete;
  private final NamedSql one;
  private final NamedSql all;
  private final Columns columns;

  QueueTable(Dialect dialect, Columns columns) {
    this.create = sql(CREATE, dialect);
    this.put = sql(PUT, dialect);
    this.replace = sql(REPLACE, dialect);
    this.pause = sql(PAUSE, dialect);
    this.delete = sql(DELETE, dialect);
    this.one = sql(ONE, dialect);
    this.all = sql(ALL, dialect);
    this.columns = columns;
  }

  private static NamedSql sql(String text, Dialect dialect) {
    return NamedSql.of(text.replace("${columns}", QueueRow.COLUMNS), dialect);
  }

  int put(Connection connection, QueueName name, QueueSettings settings) throws SQLException {
    try (NamedStatement statement = put.on(connection)) {
      return bound(statement, name, settings).update();
    }
  }

  Optional<Queue> replace(
      Connection connection, QueueName name, long version, QueueSettings settings)
      throws SQLException {
    try (NamedStatement statement = (version == 0 ? create : replace).on(connection)) {
      if (version != 0) {
        statement.number("version", version);
      }
      return read(bound(statement, name, settings)).stream().findFirst();
    }
  }

  private static NamedStatement bound(
      NamedStatement statement, QueueName name, QueueSettings settings) throws SQLException {
    QueueRow row = QueueRow.of(settings);
    return statement
        .text("name", name.value())
        .text("policy", row.retryPolicy())
        .text("dead_letter_queue", row.deadLetterQueue())
        .numberOrNull("concurrency", longOrNull(row.concurrency()))
        .numberOrNull("rate_starts", longOrNull(row.rateStarts()))
        .numberOrNull("rate_per_us", row.ratePerMicros());
  }

  private static @Nullable Long longOrNull(@Nullable Integer value) {
    return value == null ? null : value.longValue();
  }

  int pause(Connection connection, QueueName name, boolean paused) throws SQLException {
    try (NamedStatement statement = pause.on(connection)) {
      return statement.text("name", name.value()).flag("paused", paused).update();
    }
  }

  boolean delete(Connection connection, QueueName name) throws SQLException {
    try (NamedStatement statement = delete.on(connection)) {
      return statement.text("name", name.value()).update() == 1;
    }
  }

  Optional<Queue> find(Connection connection, QueueName name) throws SQLException {
    try (NamedStatement statement = one.on(connection)) {
      return read(statement.text("name", name.value())).stream().findFirst();
    }
  }

  List<Queue> all(Connection connection) throws SQLException {
    try (NamedStatement statement = all.on(connection)) {
      return read(statement);
    }
  }

  private List<Queue> read(NamedStatement statement) throws SQLException {
    try (ResultSet row = statement.query()) {
      List<Queue> queues = new ArrayList<>();
      while (row.next()) {
        queues.add(QueueRow.read(row, columns));
      }
      return queues;
    }
  }
}

package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueSettings;
import io.taskforge.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores how queues are run. */
final class PostgresQueues {
  private static final String PUT =
      """
      INSERT INTO ${prefix}queue AS q (
        name, retry_policy, dead_letter_queue, paused, created_at, changed_at)
      VALUES (:name, :policy, :dead_letter_queue, false, ${now}, ${now})
      ON CONFLICT (name) DO UPDATE SET
        retry_policy = EXCLUDED.retry_policy,
        dead_letter_queue = EXCLUDED.dead_letter_queue,
        changed_at = CASE
          WHEN q.retry_policy IS NOT DISTINCT FROM EXCLUDED.retry_policy
            AND q.dead_letter_queue IS NOT DISTINCT FROM EXCLUDED.dead_letter_queue
          THEN q.changed_at
          ELSE EXCLUDED.changed_at END
      """;

  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at)
      VALUES (:name, :paused, ${now}, ${now})
      ON CONFLICT (name) DO UPDATE SET paused = EXCLUDED.paused
      """;

  private static final String ALL =
      """
      SELECT name, retry_policy, dead_letter_queue, paused, created_at, changed_at
      FROM ${prefix}queue
      ORDER BY name COLLATE "C"
      """;

  private final PostgresSql put;
  private final PostgresSql pause;
  private final PostgresSql all;
  private final Columns columns;

  PostgresQueues(PostgresDialect dialect, Columns columns) {
    this.put = PostgresSql.of(PUT, dialect);
    this.pause = PostgresSql.of(PAUSE, dialect);
    this.all = PostgresSql.of(ALL, dialect);
    this.columns = columns;
  }

  int put(Connection connection, QueueName name, QueueSettings settings) throws SQLException {
    RetryPolicy policy = settings.retryPolicy();
    QueueName deadLetters = settings.deadLetterQueue();
    try (PostgresStatement statement = put.on(connection)) {
      return statement
          .text("name", name.value())
          .text("policy", policy == null ? null : RetryPolicyJson.standard().write(policy))
          .text("dead_letter_queue", deadLetters == null ? null : deadLetters.value())
          .update();
    }
  }

  int pause(Connection connection, QueueName name, boolean paused) throws SQLException {
    try (PostgresStatement statement = pause.on(connection)) {
      return statement.text("name", name.value()).flag("paused", paused).update();
    }
  }

  List<Queue> all(Connection connection) throws SQLException {
    try (PostgresStatement statement = all.on(connection);
        ResultSet row = statement.query()) {
      List<Queue> queues = new ArrayList<>();
      while (row.next()) {
        String name = columns.text(row, "name");
        String deadLetters = row.getString("dead_letter_queue");
        queues.add(
            new Queue(
                new QueueName(name),
                new QueueSettings(
                    policy(name, row.getString("retry_policy")),
                    deadLetters == null ? null : new QueueName(deadLetters)),
                row.getBoolean("paused"),
                columns.instant(row, "created_at"),
                columns.instant(row, "changed_at")));
      }
      return queues;
    }
  }

  private static @Nullable RetryPolicy policy(String queue, @Nullable String json) {
    if (json == null) {
      return null;
    }
    try {
      return RetryPolicyJson.standard().read(json);
    } catch (InvalidPolicyException e) {
      throw new StoreException("read the retry policy of queue " + queue, false, e);
    }
  }
}

package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueSettings;
import io.taskforge.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How queues are run. */
final class SqliteQueues {
  private static final String PUT =
      """
      INSERT INTO ${prefix}queue (name, retry_policy, dead_letter_queue, paused, created_at,
        changed_at)
      VALUES (?1, ?2, ?3, 0, ?4, ?4)
      ON CONFLICT (name) DO UPDATE SET retry_policy = excluded.retry_policy,
        dead_letter_queue = excluded.dead_letter_queue, changed_at = excluded.changed_at
      WHERE retry_policy IS NOT excluded.retry_policy
        OR dead_letter_queue IS NOT excluded.dead_letter_queue
      """;
  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at) VALUES (?1, ?2, ?3, ?3)
      ON CONFLICT (name) DO UPDATE SET paused = excluded.paused
      """;
  private static final String ALL =
      """
      SELECT name, retry_policy, dead_letter_queue, paused, created_at, changed_at
      FROM ${prefix}queue ORDER BY name
      """;

  private final String put;
  private final String pause;
  private final String all;

  SqliteQueues(String prefix) {
    put = PUT.replace("${prefix}", prefix);
    pause = PAUSE.replace("${prefix}", prefix);
    all = ALL.replace("${prefix}", prefix);
  }

  int put(SqliteSession session, QueueName queue, QueueSettings settings, long now)
      throws SQLException {
    RetryPolicy policy = settings.retryPolicy();
    QueueName deadLetters = settings.deadLetterQueue();
    return session.update(
        put,
        queue.value(),
        policy == null ? null : RetryPolicyJson.standard().write(policy),
        deadLetters == null ? null : deadLetters.value(),
        now);
  }

  int pause(SqliteSession session, QueueName queue, boolean paused, long now) throws SQLException {
    return session.update(pause, queue.value(), paused ? 1 : 0, now);
  }

  List<Queue> all(SqliteSession session) throws SQLException {
    return session.query(all, SqliteQueues::read);
  }

  private static Queue read(ResultSet row) throws SQLException {
    QueueName name = new QueueName(row.getString(1));
    String deadLetters = row.getString(3);
    return new Queue(
        name,
        new QueueSettings(
            policy(name, row.getString(2)),
            deadLetters == null ? null : new QueueName(deadLetters)),
        row.getInt(4) != 0,
        SqliteColumns.instant(row.getLong(5)),
        SqliteColumns.instant(row.getLong(6)));
  }

  private static @Nullable RetryPolicy policy(QueueName queue, @Nullable String json) {
    try {
      return json == null ? null : RetryPolicyJson.standard().read(json);
    } catch (InvalidPolicyException e) {
      throw new StoreException("read the retry policy of queue " + queue, false, e);
    }
  }
}

package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Binds and reads a queue's settings; the columns have the same names in both databases. */
public final class QueueRow {
  private QueueRow() {}

  /** Binds the name and all settings. A policy is JSON: a policy, or a string with its name. */
  public static NamedStatement bind(
      NamedStatement statement, QueueName name, QueueSettings settings) throws SQLException {
    PolicyChoice policy = settings.retryPolicy();
    StartRate rate = settings.rate();
    return statement
        .text("name", name.value())
        .text("policy", policy == null ? null : RetryPolicyJson.standard().writeChoice(policy))
        .textOf("dead_letter_queue", settings.deadLetterQueue())
        .text("dead_letter_on", settings.deadLetterOn().name())
        .numberOrNull("concurrency", settings.concurrency())
        .numberOrNull("rate_starts", rate == null ? null : rate.starts())
        .duration("rate_per_us", rate == null ? null : rate.per());
  }

  /** Reads a row that has all columns of the table. */
  public static Queue read(ResultSet row, Columns columns) throws SQLException {
    QueueName name = new QueueName(columns.text(row, "name"));
    String deadLetters = row.getString("dead_letter_queue");
    Integer starts = integerOrNull(row, "rate_starts");
    Duration per = columns.durationOrNull(row, "rate_per_us");
    return new Queue(
        name,
        QueueSettings.NONE
            .retryPolicy(policy(name, row.getString("retry_policy")))
            .deadLetterQueue(deadLetters == null ? null : new QueueName(deadLetters))
            .deadLetterOn(DeadLetterOn.valueOf(columns.text(row, "dead_letter_on")))
            .limitedTo(
                integerOrNull(row, "concurrency"),
                starts == null ? null : new StartRate(starts, Objects.requireNonNull(per))),
        row.getBoolean("paused"),
        row.getLong("version"),
        columns.instant(row, "created_at"),
        columns.instant(row, "changed_at"));
  }

  private static @Nullable Integer integerOrNull(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  private static @Nullable PolicyChoice policy(QueueName queue, @Nullable String json) {
    try {
      return json == null ? null : RetryPolicyJson.standard().readChoice(json);
    } catch (InvalidPolicyException e) {
      throw new StoreException("read the retry policy of queue " + queue, false, e);
    }
  }
}

package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue's settings as columns hold them.
 *
 * @param retryPolicy JSON: a policy, or a string with its name
 * @param ratePerMicros set if {@code rateStarts} is
 */
public record QueueRow(
    @Nullable String retryPolicy,
    @Nullable String deadLetterQueue,
    @Nullable Integer concurrency,
    @Nullable Integer rateStarts,
    @Nullable Long ratePerMicros) {
  public static final String COLUMNS =
      "name, retry_policy, dead_letter_queue, concurrency, rate_starts, rate_per_us, paused,"
          + " version, created_at, changed_at";

  public static QueueRow of(QueueSettings settings) {
    PolicyChoice policy = settings.retryPolicy();
    QueueName deadLetters = settings.deadLetterQueue();
    StartRate rate = settings.rate();
    return new QueueRow(
        policy == null ? null : RetryPolicyJson.standard().writeChoice(policy),
        deadLetters == null ? null : deadLetters.value(),
        settings.concurrency(),
        rate == null ? null : rate.starts(),
        rate == null ? null : Columns.micros(rate.per()));
  }

  /** Reads a row with {@link #COLUMNS}. */
  public static Queue read(ResultSet row, Columns columns) throws SQLException {
    QueueName name = new QueueName(columns.text(row, "name"));
    String deadLetters = row.getString("dead_letter_queue");
    Integer starts = integerOrNull(row, "rate_starts");
    Duration per = columns.durationOrNull(row, "rate_per_us");
    return new Queue(
        name,
        new QueueSettings(
            policy(name, row.getString("retry_policy")),
            deadLetters == null ? null : new QueueName(deadLetters),
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

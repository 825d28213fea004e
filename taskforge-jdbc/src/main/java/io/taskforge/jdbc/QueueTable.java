package io.taskforge.jdbc;

import io.taskforge.destination.RetryBudget;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.QueueStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of queues. */
public final class QueueTable implements QueueStore {
  private static final String CREATE =
      """
      INSERT INTO ${prefix}queue (
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, destination, retry_budget, paused, version, created_at, changed_at)
      VALUES (
        :name, :policy, :dead_letter_queue, :dead_letter_on, :concurrency, :rate_starts,
        :rate_per_us, :destination, :retry_budget, false, 1,
        COALESCE(:now, CURRENT_TIMESTAMP), COALESCE(:now, CURRENT_TIMESTAMP))
      ON CONFLICT (name) DO NOTHING
      RETURNING
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, destination, retry_budget, paused, version, created_at, changed_at
      """;
  private static final String PUT =
      """
      INSERT INTO ${prefix}queue AS q (
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, destination, retry_budget, paused, version, created_at, changed_at)
      VALUES (
        :name, :policy, :dead_letter_queue, :dead_letter_on, :concurrency, :rate_starts,
        :rate_per_us, :destination, :retry_budget, false, 1,
        COALESCE(:now, CURRENT_TIMESTAMP), COALESCE(:now, CURRENT_TIMESTAMP))
      ON CONFLICT (name) DO UPDATE SET
        retry_policy = excluded.retry_policy,
        dead_letter_queue = excluded.dead_letter_queue,
        dead_letter_on = excluded.dead_letter_on,
        concurrency = excluded.concurrency,
        rate_starts = excluded.rate_starts,
        rate_per_us = excluded.rate_per_us,
        destination = excluded.destination,
        retry_budget = excluded.retry_budget,
        version = q.version + 1,
        changed_at = excluded.changed_at
      WHERE (
          q.retry_policy, q.dead_letter_queue, q.dead_letter_on, q.concurrency,
          q.rate_starts, q.rate_per_us, q.destination, q.retry_budget)
        IS DISTINCT FROM (
          excluded.retry_policy, excluded.dead_letter_queue, excluded.dead_letter_on,
          excluded.concurrency, excluded.rate_starts, excluded.rate_per_us,
          excluded.destination, excluded.retry_budget)
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
        destination = :destination,
        retry_budget = :retry_budget,
        version = version + 1,
        changed_at = COALESCE(:now, CURRENT_TIMESTAMP)
      WHERE name = :name AND version = :version
      RETURNING
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, destination, retry_budget, paused, version, created_at, changed_at
      """;
  private static final String PAUSE =
      """
      INSERT INTO ${prefix}queue (name, paused, created_at, changed_at)
      VALUES (
        :name, :paused, COALESCE(:now, CURRENT_TIMESTAMP), COALESCE(:now, CURRENT_TIMESTAMP))
      ON CONFLICT (name) DO UPDATE SET paused = excluded.paused
      """;
  private static final String DELETE = "DELETE FROM ${prefix}queue WHERE name = :name";
  private static final String ALL =
      """
      SELECT
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, destination, retry_budget, paused, version, created_at, changed_at
      FROM ${prefix}queue
      """;
  private static final String ONE =
      """
      SELECT
        name, retry_policy, dead_letter_queue, dead_letter_on, concurrency, rate_starts,
        rate_per_us, destination, retry_budget, paused, version, created_at, changed_at
      FROM ${prefix}queue
      WHERE name = :name
      """;

  private final SingleStatements statements;

  public QueueTable(SingleStatements statements) {
    this.statements = statements;
  }

  @Override
  public void putQueue(QueueName queue, QueueSettings settings) {
    statements.write("put queue " + queue, PUT, put -> bind(put, queue, settings).update());
  }

  @Override
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    return statements.write(
        "replace the settings of queue " + queue,
        version == 0 ? CREATE : REPLACE,
        replace -> {
          if (version != 0) {
            replace.number("version", version);
          }
          return Optional.ofNullable(bind(replace, queue, settings).first(this::read));
        });
  }

  @Override
  public boolean deleteQueue(QueueName queue) {
    return statements.write(
        "delete the settings of queue " + queue,
        DELETE,
        delete -> delete.text("name", queue.value()).update() == 1);
  }

  @Override
  public void pauseQueue(QueueName queue, boolean paused) {
    statements.write(
        "pause queue " + queue,
        PAUSE,
        pause -> pause.text("name", queue.value()).flag("paused", paused).update());
  }

  @Override
  public Optional<Queue> queue(QueueName queue) {
    return statements.read(
        "read queue " + queue,
        ONE,
        one -> Optional.ofNullable(one.text("name", queue.value()).first(this::read)));
  }

  @Override
  public List<Queue> queues() {
    return statements.read("read queues", ALL, all -> all.list(this::read)).stream()
        .sorted(Comparator.comparing(Queue::name))
        .toList();
  }

  /** Binds the name and all settings. A policy is JSON: a policy, or a string with its name. */
  private static NamedStatement bind(
      NamedStatement statement, QueueName name, QueueSettings settings) throws SQLException {
    PolicyChoice policy = settings.retryPolicy();
    StartRate rate = settings.rate();
    RetryBudget budget = settings.retryBudget();
    return statement
        .text("name", name.value())
        .text("policy", policy == null ? null : RetryPolicyJson.standard().writeChoice(policy))
        .textOf("dead_letter_queue", settings.deadLetterQueue())
        .text("dead_letter_on", settings.deadLetterOn().name())
        .numberOrNull("concurrency", settings.concurrency())
        .numberOrNull("rate_starts", rate == null ? null : rate.starts())
        .duration("rate_per_us", rate == null ? null : rate.per())
        .text("destination", settings.destination())
        .text("retry_budget", budget == null ? null : budget.encoded());
  }

  private Queue read(ResultSet row) throws SQLException {
    Columns columns = statements.columns();
    QueueName name = new QueueName(columns.text(row, "name"));
    String deadLetters = row.getString("dead_letter_queue");
    Integer starts = integerOrNull(row, "rate_starts");
    Duration per = columns.durationOrNull(row, "rate_per_us");
    String budget = row.getString("retry_budget");
    return new Queue(
        name,
        QueueSettings.NONE
            .retryPolicy(policy(name, row.getString("retry_policy")))
            .deadLetterQueue(deadLetters == null ? null : new QueueName(deadLetters))
            .deadLetterOn(DeadLetterOn.valueOf(columns.text(row, "dead_letter_on")))
            .limitedTo(
                integerOrNull(row, "concurrency"),
                starts == null ? null : new StartRate(starts, Objects.requireNonNull(per)))
            .destination(row.getString("destination"))
            .retryBudget(budget == null ? null : RetryBudget.parse(budget)),
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

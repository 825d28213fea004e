package io.taskforge.server.api;

import io.taskforge.destination.DestinationId;
import io.taskforge.destination.RetryBudget;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.stats.QueueCounts;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A queue in responses; also reads its settings from a request body.
 *
 * @param queue null if it has no settings
 */
record QueueJson(QueueName name, @Nullable Queue queue, QueueCounts counts) {
  static final View<QueueCounts> COUNTS =
      View.<QueueCounts>of("QueueCounts")
          .integer("waiting", QueueCounts::waiting, "jobs that wait, due or not")
          .integer("due", QueueCounts::due, "waiting jobs that are due")
          .integer("running", QueueCounts::running, "running jobs")
          .integer("dead", QueueCounts::dead, "dead letters in the queue")
          .timeOrNull(
              "oldestDueAt", QueueCounts::oldestDueAt, "when the oldest waiting job became due");

  private static final View<StartRate> RATE =
      View.<StartRate>of("QueueRate")
          .integer("starts", StartRate::starts, "the number of jobs")
          .duration("per", StartRate::per, "the period");
  private static final View<RetryBudget> BUDGET =
      View.<RetryBudget>of("RetryBudget")
          .integer("percent", RetryBudget::percent, "retries per 100 first attempts")
          .duration("interval", RetryBudget::interval, "the period in which attempts count")
          .integer("minRetryCount", RetryBudget::minimumRetries, "retries that are always allowed")
          .duration("minRetryInterval", RetryBudget::minimumInterval, "in this period");
  private static final View<QueueSettings> SETTINGS =
      View.<QueueSettings>of("QueueSettings")
          .raw(
              "retryPolicy",
              QueueJson::policy,
              "for jobs without their own: a retry policy, the name of one, or null")
          .textOrNull(
              "deadLetterQueue",
              QueueSettings::deadLetterQueue,
              "the dead letter queue; if null, jobs that are given up end FAILED")
          .word(
              "deadLetterOn",
              QueueSettings::deadLetterOn,
              DeadLetterOn.class,
              "which jobs that are given up go to the dead letter queue")
          .integerOrNull(
              "concurrency",
              QueueSettings::concurrency,
              "the maximum number of jobs of the queue that a worker runs concurrently")
          .objectOrNull(
              "rate", QueueSettings::rate, RATE, "the rate limit on starting jobs, for each worker")
          .textOrNull(
              "destination",
              QueueSettings::destination,
              "the destination of jobs that name none; a circuit breaker holds them while it is"
                  + " down")
          .objectOrNull(
              "retryBudget",
              QueueSettings::retryBudget,
              BUDGET,
              "the most retries in relation to first attempts, for each worker");
  static final View<QueueJson> VIEW =
      View.<QueueJson>of("Queue")
          .text("name", QueueJson::name, "the queue")
          .with(SETTINGS, QueueJson::settings)
          .bool("paused", q -> q.of(Queue::paused, false), "whether the queue is paused")
          .integer(
              "version",
              q -> q.of(Queue::version, 0L),
              "increases when the settings change; 0 without settings")
          .timeOrNull(
              "createdAt", q -> q.of(Queue::createdAt, null), "when its settings were created")
          .timeOrNull(
              "changedAt", q -> q.of(Queue::changedAt, null), "when its settings last changed")
          .with(COUNTS, QueueJson::counts);

  private QueueSettings settings() {
    return queue == null ? QueueSettings.NONE : queue.settings();
  }

  private <V> @Nullable V of(Function<Queue, V> value, @Nullable V without) {
    return queue == null ? without : value.apply(queue);
  }

  private static @Nullable String policy(QueueSettings settings) {
    PolicyChoice policy = settings.retryPolicy();
    return policy == null ? null : RetryPolicyJson.standard().writeChoice(policy);
  }

  private static final Field<QueueName> DEAD_LETTER_QUEUE =
      Field.text(
          "deadLetterQueue",
          "the dead letter queue; without it, jobs that are given up end FAILED",
          QueueName::new);
  private static final Field<DeadLetterOn> DEAD_LETTER_ON =
      Field.word(
          "deadLetterOn",
          "which jobs go to the dead letter queue: EXHAUSTED (default), whose retries or time are"
              + " used up, or ALL that are given up",
          DeadLetterOn.class);
  private static final Field<Integer> CONCURRENCY =
      Field.integer(
          "concurrency",
          "the maximum number of jobs of the queue that a worker runs concurrently",
          1,
          100_000);
  private static final Field<Integer> STARTS =
      Field.integer("starts", "the number of jobs", 1, 1_000_000).asRequired();
  private static final Field<Duration> PER =
      Field.duration("per", "the period", Duration.ofMillis(1), Duration.ofDays(1)).asRequired();
  private static final Shape RATE_SHAPE = Shape.of("NewQueueRate", STARTS, PER);
  private static final Field<StartRate> NEW_RATE =
      Field.of(
          "rate",
          "a rate limit on starting jobs, for each worker",
          RATE_SHAPE.schema(),
          value ->
              value.convert(
                  RATE_SHAPE.read(value),
                  rate -> new StartRate(rate.required(STARTS), rate.required(PER))));

  private static final Field<String> DESTINATION =
      Field.text(
          "destination",
          "the destination of jobs that name none: turns on a circuit breaker for them",
          name -> new DestinationId(TenantId.DEFAULT, name).name());
  private static final Field<Integer> PERCENT =
      Field.integer("percent", "retries per 100 first attempts", 0, 100).asRequired();
  private static final Field<Duration> INTERVAL =
      Field.duration(
          "interval",
          "the period in which attempts count; by default 10s",
          Duration.ofSeconds(1),
          Duration.ofHours(1));
  private static final Field<Integer> MIN_COUNT =
      Field.integer(
          "minRetryCount", "retries that are always allowed; by default 10", 1, 1_000_000);
  private static final Field<Duration> MIN_INTERVAL =
      Field.duration(
          "minRetryInterval",
          "in this period; by default 1s",
          Duration.ofMillis(1),
          Duration.ofHours(1));
  private static final Shape BUDGET_SHAPE =
      Shape.of("NewRetryBudget", PERCENT, INTERVAL, MIN_COUNT, MIN_INTERVAL);
  private static final Field<RetryBudget> NEW_BUDGET =
      Field.of(
          "retryBudget",
          "the most retries in relation to first attempts, for each worker; retries beyond it are"
              + " postponed",
          BUDGET_SHAPE.schema(),
          value ->
              value.convert(
                  BUDGET_SHAPE.read(value),
                  budget ->
                      new RetryBudget(
                          budget.required(PERCENT),
                          budget.get(INTERVAL, Duration.ofSeconds(10)),
                          budget.get(MIN_COUNT, 10),
                          budget.get(MIN_INTERVAL, Duration.ofSeconds(1)))));

  private static final Shape SHAPE =
      Shape.of(
              "NewQueue",
              PolicyFields.RETRY_POLICY,
              DEAD_LETTER_QUEUE,
              DEAD_LETTER_ON,
              CONCURRENCY,
              NEW_RATE,
              DESTINATION,
              NEW_BUDGET)
          .example(
              """
              {"retryPolicy": "patient", "deadLetterQueue": "mail.dead", "concurrency": 10,
               "rate": {"starts": 100, "per": "1s"}}
              """);

  /** Returns the shape, which also checks that named policies exist. */
  static Shape checked(PolicyLookup policies) {
    return SHAPE.checking(
        (sent, values) -> policies.check(sent, values, PolicyFields.RETRY_POLICY));
  }

  /** Returns the settings and adds their faults. */
  static QueueSettings settings(QueueName name, FieldValues values, List<Fault> faults) {
    QueueName dead = values.get(DEAD_LETTER_QUEUE);
    if (name.equals(dead)) {
      faults.add(new Fault(DEAD_LETTER_QUEUE.name(), name.value(), "must be a different queue"));
    }
    return QueueSettings.NONE
        .retryPolicy(values.get(PolicyFields.RETRY_POLICY))
        .deadLetterQueue(dead)
        .deadLetterOn(values.get(DEAD_LETTER_ON, DeadLetterOn.EXHAUSTED))
        .limitedTo(values.get(CONCURRENCY), values.get(NEW_RATE))
        .destination(values.get(DESTINATION))
        .retryBudget(values.get(NEW_BUDGET));
  }
}

package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.json.Fault;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Shape;
import java.time.Duration;
import java.util.List;

/** The settings of a queue in a request body. */
final class QueueBody {
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
  private static final Field<StartRate> RATE =
      new Field<>(
          "rate",
          "a rate limit on starting jobs, for each worker",
          RATE_SHAPE.schema(),
          false,
          value ->
              value.convert(
                  RATE_SHAPE.read(value),
                  rate -> new StartRate(rate.required(STARTS), rate.required(PER))));

  private static final Shape SHAPE =
      Shape.of(
              "NewQueue",
              PolicyFields.RETRY_POLICY,
              DEAD_LETTER_QUEUE,
              DEAD_LETTER_ON,
              CONCURRENCY,
              RATE)
          .example(
              """
              {"retryPolicy": "patient", "deadLetterQueue": "mail.dead", "concurrency": 10,
               "rate": {"starts": 100, "per": "1s"}}
              """);

  private QueueBody() {}

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
        .limitedTo(values.get(CONCURRENCY), values.get(RATE));
  }
}

package io.taskforge.testing.metrics;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import io.taskforge.testing.TestForge;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StoreGaugesTest {
  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

  @Test
  void gauges_show_queue_depths_states_dead_letters_and_the_retry_rate() {
    try (TestForge forge = forge()) {
      new StoreGauges(forge.taskForge()::stats, ofSeconds(5)).bindTo(registry);
      forge.enqueue(JobRequest.of("fine", "x").queue("mail"));
      forge.enqueue(JobRequest.of("broken", "x").queue("mail"));
      forge.enqueue(JobRequest.of("fine", "x").queue("reports").delay(ofMinutes(9)));
      clock.add(ofSeconds(6));
      readAll(); // registers gauges of new queues

      assertThat(gauge("taskforge.queue.depth", "queue", "mail")).isEqualTo(2);
      assertThat(gauge("taskforge.queue.depth", "queue", "reports")).isEqualTo(1);
      assertThat(gauge("taskforge.jobs", "state", "queued")).isEqualTo(3);

      forge.runDue();
      forge.advance(ofMinutes(1)).runDue();
      clock.add(ofSeconds(6));

      assertThat(gauge("taskforge.queue.depth", "queue", "mail")).isZero();
      assertThat(gauge("taskforge.jobs", "state", "succeeded")).isEqualTo(1);
      assertThat(registry.get("taskforge.dead.letters").gauge().value()).isEqualTo(1);
      assertThat(registry.get("taskforge.retry.rate").gauge().value()).isEqualTo(1 / 2.0);
      assertThat(registry.get("taskforge.retry.success.rate").gauge().value()).isZero();
    }
  }

  @Test
  void all_gauges_share_one_read_of_the_store_until_it_is_too_old() {
    AtomicInteger asked = new AtomicInteger();
    StoreStats stats = stats(Map.of(new QueueName("a"), QueueCounts.NONE));
    new StoreGauges(
            () -> {
              asked.incrementAndGet();
              return stats;
            },
            ofSeconds(5))
        .bindTo(registry);

    readAll();
    clock.add(ofSeconds(5));
    readAll();
    assertThat(asked).hasValue(1);

    clock.add(ofSeconds(1));
    readAll();
    assertThat(asked).hasValue(2);
  }

  @Test
  void gauges_are_nan_while_the_store_is_unavailable() {
    AtomicBoolean away = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    new StoreGauges(
            () -> {
              asked.incrementAndGet();
              if (away.get()) {
                throw new StoreException("read totals", true, null);
              }
              return stats(Map.of());
            },
            ofSeconds(5))
        .bindTo(registry);
    assertThat(gauge("taskforge.jobs", "state", "dead")).isEqualTo(2);

    away.set(true);
    clock.add(ofSeconds(6));
    readAll();
    assertThat(gauge("taskforge.jobs", "state", "dead")).isNaN();
    assertThat(asked).hasValue(2);

    away.set(false);
    clock.add(ofSeconds(6));
    assertThat(gauge("taskforge.jobs", "state", "dead")).isEqualTo(2);
  }

  @Test
  void queues_beyond_the_thousandth_are_tagged_other() {
    Map<QueueName, QueueCounts> queues =
        IntStream.range(0, 1_030)
            .boxed()
            .collect(
                Collectors.toMap(
                    n -> new QueueName("q" + n), n -> new QueueCounts(2, 1, 1, 0, null)));
    new StoreGauges(() -> stats(queues)).bindTo(registry);

    assertThat(registry.get("taskforge.queue.depth").gauges()).hasSize(1_001);
    assertThat(gauge("taskforge.queue.depth", "queue", "other")).isEqualTo(60);
  }

  private void readAll() {
    registry.getMeters().forEach(meter -> meter.measure().forEach(each -> each.getValue()));
  }

  private double gauge(String name, String tag, String value) {
    return registry.get(name).tag(tag, value).gauge().value();
  }

  private static StoreStats stats(Map<QueueName, QueueCounts> queues) {
    return new StoreStats(
        Stream.of(JobState.values()).collect(Collectors.toMap(Function.identity(), state -> 2L)),
        queues,
        JobFigures.NONE);
  }

  private static TestForge forge() {
    return TestForge.with(
        f ->
            f.retryPolicy(RetryPolicy.fixed(ofMinutes(1)).maxRetries(1))
                .queue("mail", queue -> queue.deadLetterQueue("dead-mail"))
                .queue("reports")
                .handler(JobType.of("fine", String.class), (payload, context) -> Outcome.DONE)
                .handler(
                    JobType.of("broken", String.class),
                    (payload, context) -> {
                      throw new IllegalStateException("not today");
                    }));
  }
}

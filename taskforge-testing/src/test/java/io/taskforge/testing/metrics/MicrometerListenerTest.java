package io.taskforge.testing.metrics;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.job.Outcome;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MicrometerListenerTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TestForge forge =
      TestForge.with(
          f -> {
            f.listener(new MicrometerListener(registry))
                .retryPolicy(RetryPolicy.fixed(ofMinutes(1)).maxRetries(2))
                .queue("mail", queue -> queue.deadLetterQueue("dead-mail"))
                .queue("default")
                .handler(JobType.of("fine", String.class), (payload, context) -> Outcome.DONE)
                .handler(
                    JobType.of("later", String.class),
                    (payload, context) -> snoozeOnce(context.attempt()))
                .handler(
                    JobType.of("wrong", String.class),
                    (payload, context) -> {
                      throw new IllegalArgumentException("no such address");
                    })
                .handler(
                    JobType.of("broken", String.class),
                    (payload, context) -> {
                      throw new IllegalStateException("not today");
                    });
            IntStream.range(0, 120)
                .forEach(
                    n ->
                        f.handler(
                            JobType.of("type-" + n, String.class),
                            (payload, context) -> Outcome.DONE));
          });

  private static Outcome snoozeOnce(int attempt) {
    return attempt == 1 ? Outcome.snooze(ofSeconds(30)) : Outcome.DONE;
  }

  @AfterEach
  void close() {
    forge.close();
  }

  @Test
  void a_job_that_exhausts_its_retries_is_counted_at_each_step() {
    forge.enqueue(JobRequest.of("broken", "x").queue("mail"));
    forge.runDue();
    forge.advance(ofMinutes(1)).runDue();
    assertThat(count("taskforge.retry.exhausted", "broken")).isZero();
    forge.advance(ofMinutes(1)).runDue();

    assertThat(count("taskforge.retries", "broken")).isEqualTo(2);
    assertThat(count("taskforge.jobs.retried", "broken")).isEqualTo(1);
    assertThat(count("taskforge.retry.exhausted", "broken")).isEqualTo(1);
    assertThat(count("taskforge.jobs.failed", "broken")).isEqualTo(1);
    assertThat(finished("mail", "broken", "dead")).isEqualTo(1);
    Timer latency = registry.get("taskforge.retry.latency").tag("queue", "mail").timer();
    assertThat(latency.count()).isEqualTo(2);
    assertThat(latency.totalTime(TimeUnit.SECONDS)).isEqualTo(120);
    assertThat(runs("broken", "failed").count()).isEqualTo(3);
  }

  @Test
  void a_job_that_ends_before_its_start_is_finished_but_not_run() {
    forge.enqueue(
        JobRequest.of("fine", "x").delay(ofSeconds(61)).deadline(forge.now().plusSeconds(60)));
    forge.advance(ofSeconds(61)).runDue();

    assertThat(finished("default", "fine", "failed")).isEqualTo(1);
    assertThat(registry.find("taskforge.run").tag("type", "fine").timers()).isEmpty();
  }

  @Test
  void a_permanent_failure_does_not_count_as_exhausted() {
    forge.enqueue(JobRequest.of("wrong", "x"));
    forge.runDue();

    assertThat(count("taskforge.retry.exhausted", "wrong")).isZero();
    assertThat(count("taskforge.retries", "wrong")).isZero();
    assertThat(count("taskforge.jobs.failed", "wrong")).isEqualTo(1);
    assertThat(finished("default", "wrong", "failed")).isEqualTo(1);
  }

  @Test
  void the_wait_is_the_time_from_due_to_claimed() {
    forge.enqueue(JobRequest.of("fine", "x").delay(ofMinutes(1)));
    forge.advance(ofSeconds(67)).runDue();

    Timer wait = registry.get("taskforge.wait").tag("type", "fine").timer();
    assertThat(wait.count()).isEqualTo(1);
    assertThat(wait.totalTime(TimeUnit.SECONDS)).isEqualTo(7);
    assertThat(finished("default", "fine", "succeeded")).isEqualTo(1);
    assertThat(count("taskforge.jobs.failed", "fine")).isZero();
  }

  @Test
  void a_snooze_is_a_run_but_not_a_failure() {
    forge.enqueue(JobRequest.of("later", "x"));
    forge.runDue();

    assertThat(runs("later", "snoozed").count()).isEqualTo(1);
    assertThat(registry.find("taskforge.jobs.finished").counter()).isNull();
    forge.advance(ofSeconds(30)).runDue();
    assertThat(runs("later", "succeeded").count()).isEqualTo(1);
    assertThat(count("taskforge.jobs.failed", "later")).isZero();
  }

  @Test
  void the_hundred_and_first_type_is_tagged_other() {
    IntStream.range(0, 120).forEach(n -> forge.enqueue(JobRequest.of("type-" + n, "x")));
    forge.runDue();

    assertThat(registry.get("taskforge.jobs.finished").counters())
        .extracting(Meter::getId)
        .extracting(id -> id.getTag("type"))
        .hasSize(101)
        .contains("other");
    assertThat(finished("default", "other", "succeeded")).isEqualTo(20);
  }

  @Test
  void a_tenant_with_many_types_does_not_displace_others() {
    IntStream.range(0, 120)
        .forEach(n -> forge.enqueue(JobRequest.of("type-" + n, "x").tenant("noisy")));
    forge.runDue();
    forge.enqueue(JobRequest.of("fine", "x").tenant("quiet"));
    forge.enqueue(JobRequest.of("later", "x").tenant("noisy"));
    forge.runDue();

    assertThat(finished("default", "fine", "succeeded")).isEqualTo(1);
    assertThat(runs("other", "snoozed").count()).isEqualTo(1);
  }

  @Test
  void beyond_a_hundred_values_each_tenant_adds_five_up_to_three_hundred() {
    IntStream.range(0, 100)
        .forEach(n -> forge.enqueue(JobRequest.of("type-" + n, "x").tenant("noisy")));
    forge.runDue();
    IntStream.range(100, 120)
        .forEach(n -> forge.enqueue(JobRequest.of("type-" + n, "x").tenant("quiet")));
    forge.runDue();

    assertThat(finished("default", "other", "succeeded")).isEqualTo(15);
  }

  @Test
  void tenants_are_counted_separately_and_the_hundred_and_first_is_other() {
    forge.enqueue(JobRequest.of("fine", "x").tenant("acme"));
    forge.runDue();
    assertThat(
            registry
                .get("taskforge.tenant.jobs.finished")
                .tags("tenant", "acme", "state", "succeeded")
                .counter()
                .count())
        .isEqualTo(1);
    assertThat(registry.get("taskforge.tenant.wait").tag("tenant", "acme").timer().count())
        .isEqualTo(1);

    IntStream.range(0, 120).forEach(n -> forge.enqueue(JobRequest.of("fine", "x").tenant("t" + n)));
    forge.runDue();

    assertThat(registry.get("taskforge.tenant.jobs.finished").counters())
        .extracting(Meter::getId)
        .extracting(id -> id.getTag("tenant"))
        .hasSize(101)
        .contains("other");
  }

  @Test
  void failures_are_counted_by_kind() {
    forge.enqueue(JobRequest.of("wrong", "x"));
    forge.enqueue(JobRequest.of("broken", "x").queue("mail"));
    forge.runDue();
    forge.advance(ofMinutes(1)).runDue();
    forge.advance(ofMinutes(1)).runDue();

    assertThat(kinds("taskforge.jobs.failed"))
        .containsExactlyInAnyOrder("wrong permanent 1.0", "broken transient 1.0");
    assertThat(kinds("taskforge.retries")).containsExactly("broken transient 2.0");
  }

  private List<String> kinds(String name) {
    return registry.get(name).counters().stream()
        .map(c -> c.getId().getTag("type") + " " + c.getId().getTag("kind") + " " + c.count())
        .toList();
  }

  private double count(String name, String type) {
    var counter = registry.find(name).tag("type", type).counter();
    return counter == null ? 0 : counter.count();
  }

  private double finished(String queue, String type, String state) {
    return registry
        .get("taskforge.jobs.finished")
        .tags("queue", queue, "type", type, "state", state)
        .counter()
        .count();
  }

  private Timer runs(String type, String outcome) {
    return registry.get("taskforge.run").tags("type", type, "outcome", outcome).timer();
  }
}

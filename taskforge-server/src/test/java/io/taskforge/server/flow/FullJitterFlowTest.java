package io.taskforge.server.flow;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.config.Settings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The flows of a job queue with a fetcher and a committer, whose settings are {@code MaxRetries},
 * {@code RetryBackoffBaseMS} and {@code RetryBackoffMaxMS}: retry cap, backoff with full jitter,
 * scheduling, at-least-once, and monitoring.
 */
class FullJitterFlowTest extends FlowTest {
  /** {@code queue.Config{MaxRetries: 3, RetryBackoffBaseMS: 500, RetryBackoffMaxMS: 30000}}. */
  @Override
  Settings settings() {
    return new Settings()
        .flag(
            "retryPolicy",
            """
            {"maxRetries": 3, "maxDelay": "30s", "jitter": {"type": "full"},
             "backoff": {"strategy": "exponential", "initial": "500ms", "multiplier": 2}}
            """);
  }

  // Retry cap

  @Test
  void a_job_has_four_attempts_and_is_then_failed_and_kept() {
    String id = enqueue("cap");
    for (Duration longest : List.of(ofMillis(500), ofMillis(1000), ofMillis(2000))) {
      assertThat(failed("cap", "timeout").at("/state")).isEqualTo("RETRYING");
      assertThat(wait(id)).isBetween(Duration.ZERO, longest);
      pass(longest);
    }
    failed("cap", "timeout");

    assertThat(state(id)).isEqualTo("FAILED");
    pass(ofMinutes(10));
    assertThat(isDue("cap")).isFalse();
    assertThat(job(id).at("/attempt")).isEqualTo("4");
    assertThat(job(id).at("/lastError/message")).isEqualTo("it broke");
  }

  // Backoff

  @Test
  void delays_double_up_to_the_cap_and_full_jitter_starts_at_zero() {
    Answer preview =
        server
            .post(
                "/api/v1/policies/preview",
                "{\"policy\": \"fullJitter\", \"retries\": [1, 2, 3, 4, 5, 6, 7, 8]}")
            .is(200);

    // The sixth is 16 s, as the formula says; the cap applies from the seventh on.
    int[] longest = {500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000};
    for (int i = 0; i < longest.length; i++) {
      assertThat(preview.json().at("/retries/" + i + "/minMs").doubleValue()).isZero();
      assertThat(preview.json().at("/retries/" + i + "/maxMs").doubleValue()).isEqualTo(longest[i]);
    }
  }

  @ParameterizedTest
  @CsvSource({"conservative, 5, 1000, 60000", "aggressive, 2, 100, 5000"})
  void configuration_examples_are_presets(String name, int retries, double base, double cap) {
    Answer preset = server.get("/api/v1/policies/" + name).is(200);
    Answer preview =
        server
            .post(
                "/api/v1/policies/preview",
                "{\"policy\": \"%s\", \"retries\": [1, 1000]}".formatted(name))
            .is(200);

    assertThat(preset.at("/policy/maxRetries")).isEqualTo(Integer.toString(retries));
    assertThat(preview.json().at("/retries/0/baseMs").doubleValue()).isEqualTo(base);
    assertThat(preview.json().at("/retries/1/baseMs").doubleValue()).isEqualTo(cap);
  }

  @Test
  void max_retries_0_fails_immediately() {
    String id = enqueue("oneshot", ", \"maxRetries\": 0");

    failed("oneshot", "timeout");

    assertThat(state(id)).isEqualTo("FAILED");
  }

  // Retry scheduling

  @Test
  void the_fetcher_does_not_claim_a_job_before_its_retry_at() {
    String id = enqueue("visible", ", \"retryDelay\": 2000, \"useExponentialBackoff\": false");
    failed("visible", "timeout");
    Duration wait = wait(id);

    pass(wait.minusNanos(1_000));
    assertThat(isDue("visible")).isFalse();
    pass(Duration.ofNanos(1_000));
    assertThat(isDue("visible")).isTrue();
  }

  @Test
  void a_retried_job_keeps_its_priority() {
    String high = enqueue("priority", ", \"priority\": 10");
    failed("priority", "timeout");
    enqueue("priority", ", \"priority\": 1");
    pass(ofSeconds(1));

    Answer claimed =
        server
            .post(
                "/api/v1/claims",
                "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"priority\"]}")
            .is(200);

    assertThat(claimed.at("/items/0/id")).isEqualTo(high);
    assertThat(job(high).at("/priority")).isEqualTo("10");
  }

  // Idempotency

  @Test
  void a_job_whose_worker_died_is_processed_again_with_the_same_key() {
    String id = enqueue("lost");
    String claim = "{\"worker\": \"%s\", \"types\": [\"work\"], \"queues\": [\"lost\"]}";
    Answer first = server.post("/api/v1/claims", claim.formatted("w1")).is(200);
    pass(ofMinutes(2));
    server.runDue(); // rescues it
    pass(ofMinutes(1));
    Answer second = server.post("/api/v1/claims", claim.formatted("w2")).is(200);

    assertThat(second.at("/items/0/id")).isEqualTo(id);
    assertThat(second.at("/items/0/idempotencyKey")).isEqualTo(first.at("/items/0/idempotencyKey"));
    server.post("/api/v1/leases/" + first.at("/items/0/token") + "/complete").is(409);
    server.post("/api/v1/leases/" + second.at("/items/0/token") + "/complete").is(200);
    assertThat(state(id)).isEqualTo("SUCCEEDED");
  }

  // Monitoring and alerting

  @Test
  void metrics_count_retries_exhausted_jobs_and_the_time_in_backoff() {
    enqueue("metrics", ", \"maxRetries\": 1, \"retryPolicy\": \"scheduler\"");
    failed("metrics", "timeout");
    pass(ofSeconds(1));
    failed("metrics", "timeout");

    String tags = "queue=\"metrics\",type=\"work\"";
    assertMetric("taskforge_retries_total{kind=\"transient\",%s} 1.0".formatted(tags));
    assertMetric("taskforge_retry_exhausted_total{%s} 1.0".formatted(tags));
    assertMetric("taskforge_retry_latency_seconds_sum{%s} 1.0".formatted(tags));
    assertMetric("taskforge_retry_latency_seconds_count{%s} 1".formatted(tags));
  }

  @Test
  void an_alert_is_raised_when_more_than_a_tenth_of_the_jobs_needed_a_retry() {
    work("calm", 18, 2);
    work("stormy", 17, 3);
    server.advance(ofSeconds(15));

    assertThat(alerted("retry-rate")).contains("stormy").doesNotContain("calm");
  }

  @Test
  void an_alert_is_raised_when_many_jobs_exhaust_their_retries() {
    for (int i = 0; i < 11; i++) {
      enqueue("spent", ", \"maxRetries\": 1, \"retryPolicy\": \"scheduler\"");
      failed("spent", "timeout");
      pass(ofSeconds(1));
      failed("spent", "timeout");
    }
    server.advance(ofSeconds(15));

    assertThat(alerted("exhausted")).containsExactly("spent");
  }

  @Test
  void an_alert_is_raised_when_retry_delays_are_long() {
    enqueue("slow", ", \"retryPolicy\": \"patient\", \"retryDelay\": \"1h\"");
    failed("slow", "timeout");
    server.advance(ofSeconds(15));

    assertThat(alerted("retry-latency")).containsExactly("slow");
  }

  /** Runs jobs, of which some need a retry. */
  private void work(String queue, int succeeding, int retried) {
    for (int i = 0; i < succeeding; i++) {
      enqueue(queue);
      complete(queue);
    }
    for (int i = 0; i < retried; i++) {
      enqueue(queue);
      failed(queue, "timeout");
      pass(ofMillis(500));
      complete(queue);
    }
  }

  private List<String> alerted(String rule) {
    return server
        .get("/api/v1/alerts?state=open&rule=" + rule)
        .is(200)
        .json()
        .at("/items")
        .findValuesAsString("queue");
  }
}

package io.taskforge.retry;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The exact text of explanations. */
class ExplanationTest {
  private static final Failure TIMEOUT =
      Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "no answer");
  private static final RandomGenerator LOWEST = () -> 0;

  @Test
  void each_strategy_shows_its_formula() {
    assertThat(explain(RetryPolicy.fixed(ofSeconds(10)), 1))
        .isEqualTo("retry 1 of 3 in 10s: fixed 10s, no jitter");
    assertThat(explain(RetryPolicy.linear(ofSeconds(2)).increasedBy(ofMillis(1500)), 3))
        .isEqualTo("retry 3 of 3 in 5s: linear 2s + 1.5s × 2 = 5s, no jitter");
    assertThat(explain(RetryPolicy.exponential(ofSeconds(2)).multipliedBy(1.5), 3))
        .isEqualTo("retry 3 of 3 in 4.5s: exponential 2s × 1.5^2 = 4.5s, no jitter");
    assertThat(explain(RetryPolicy.fibonacci(ofMinutes(1)).maxRetries(9), 6))
        .isEqualTo("retry 6 of 9 in 8m: fibonacci 1m × 8 = 8m, no jitter");
    assertThat(explain(RetryPolicies.WEBHOOK, 2))
        .isEqualTo("retry 2 of 3 in 1m: list 1m, no jitter");
  }

  @Test
  void a_custom_strategy_shows_its_delay() {
    assertThat(explain(RetryPolicy.of(new Squares(ofSeconds(1))), 3))
        .isEqualTo("retry 3 of 3 in 9s: squares 9s, no jitter");
  }

  @Test
  void an_applied_cap_is_shown() {
    RetryPolicy policy = RetryPolicies.SCHEDULER.maxRetries(1_000_000);

    assertThat(explain(policy, 9))
        .isEqualTo("retry 9 of 1000000 in 4m16s: exponential 1s × 2^8 = 4m16s, no jitter");
    assertThat(explain(policy, 10))
        .isEqualTo(
            "retry 10 of 1000000 in 5m: exponential 1s × 2^9 = 8m32s, capped at 5m, no jitter");
    assertThat(explain(policy, 1_000_000))
        .isEqualTo(
            "retry 1000000 of 1000000 in 5m: exponential 1s × 2^999999 = longer than any cap,"
                + " capped at 5m, no jitter");
  }

  @Test
  void large_fibonacci_numbers_are_shown_by_index() {
    RetryPolicy policy = RetryPolicy.fibonacci(Duration.ofNanos(1_000)).maxRetries(100);

    assertThat(explain(policy.cappedAt(ofHours(1)), 93))
        .isEqualTo(
            "retry 93 of 100 in 1h: fibonacci 0.001ms × F(93) = longer than any cap,"
                + " capped at 1h, no jitter");
    assertThat(explain(policy.cappedAt(ofHours(1)), 92))
        .startsWith("retry 92 of 100 in 1h: fibonacci 0.001ms × 7540113804746346429 = ");
  }

  @Test
  void each_jitter_shows_its_interval() {
    RetryPolicy policy = RetryPolicy.fixed(ofSeconds(10)).cappedAt(ofSeconds(11));

    assertThat(explain(policy.jitter(Jitter.proportional(0.25)), 1))
        .isEqualTo("retry 1 of 3 in 7.5s: fixed 10s, jitter of ±25% from 7.5s to 11s");
    assertThat(explain(policy.jitter(Jitter.proportional(0.125)), 1))
        .isEqualTo("retry 1 of 3 in 8.75s: fixed 10s, jitter of ±12.5% from 8.75s to 11s");
    assertThat(explain(policy.jitter(Jitter.equal()), 1))
        .isEqualTo("retry 1 of 3 in 5s: fixed 10s, equal jitter from 5s to 10s");
    assertThat(explain(policy.jitter(Jitter.full()), 1))
        .isEqualTo("retry 1 of 3 in 0ms: fixed 10s, full jitter from 0ms to 10s");
    assertThat(explain(policy.jitter(Jitter.decorrelated()), 1))
        .isEqualTo("retry 1 of 3 in 10s: fixed 10s, decorrelated jitter from 10s to 11s");
  }

  @Test
  void each_override_shows_the_picked_and_the_chosen_delay() {
    RetryPolicy policy = RetryPolicy.fixed(ofSeconds(10));

    assertThat(explain(policy, TIMEOUT.withRequestedDelay(ofSeconds(3))))
        .isEqualTo(
            "retry 1 of 3 in 3s: fixed 10s, no jitter; picked 10s, but the handler asked for 3s");
    assertThat(explain(policy, TIMEOUT.withRetryAfter(ofSeconds(90))))
        .isEqualTo(
            "retry 1 of 3 in 1m30s: fixed 10s, no jitter; picked 10s,"
                + " but Retry-After asked for 1m30s");
    assertThat(explain(policy, TIMEOUT.withRetryAfter(ofHours(50))))
        .isEqualTo(
            "retry 1 of 3 in 1h: fixed 10s, no jitter; picked 10s, but Retry-After asked for 2d2h,"
                + " cut to the policy's maxRetryAfter");
  }

  @Test
  void each_give_up_reason_is_explained() {
    RetryPolicy policy = RetryPolicy.fixed(ofSeconds(10)).maxRetries(2);
    RetryContext first = RetryContext.afterFailures(1);
    Failure invalid = Failure.of(Errors.VALIDATION, FailureKind.PERMANENT, "no address");

    assertThat(end(policy, TIMEOUT, RetryContext.afterFailures(3)))
        .isEqualTo("failed, retries exhausted: 3 of 3 attempts failed, the last with timeout");
    assertThat(end(policy, invalid, first)).isEqualTo("failed, permanent failure: ValidationError");
    assertThat(end(policy.never(Errors.TIMEOUT), TIMEOUT, first))
        .isEqualTo("failed, never retried by its policy: timeout");
    assertThat(end(policy.retryOnStatus(503), TIMEOUT, first))
        .isEqualTo("failed, not on its policy's retry list: timeout");
    assertThat(end(policy, TIMEOUT.withRetryForbidden(), first))
        .isEqualTo("failed, retry forbidden by the handler: timeout");
    assertThat(end(policy.within(ofMinutes(1)), TIMEOUT, first.elapsed(ofSeconds(55))))
        .isEqualTo(
            "failed, maximum elapsed time reached:"
                + " the next retry would start 1m5s after the first attempt");
    assertThat(end(policy, TIMEOUT, first.untilDeadline(ofSeconds(9))))
        .isEqualTo(
            "failed, deadline reached: the next retry would start in 10s, after the deadline");
  }

  @Test
  void with_a_dead_letter_queue_the_job_is_dead_lettered() {
    RetryContext used = RetryContext.afterFailures(4).deadLetterOn(DeadLetterOn.EXHAUSTED);

    RetryDecision decision = RetryPolicies.SCHEDULER.decide(TIMEOUT, used, LOWEST);

    assertThat(decision)
        .isInstanceOfSatisfying(
            RetryDecision.DeadLetter.class,
            dead -> {
              assertThat(dead.reason()).isEqualTo(GiveUpReason.RETRIES_EXHAUSTED);
              assertThat(dead.detail()).isEqualTo("4 of 4 attempts failed, the last with timeout");
            });
    assertThat(decision.explain())
        .isEqualTo(
            "dead-lettered, retries exhausted: 4 of 4 attempts failed, the last with timeout");
    assertThat(
            end(
                RetryPolicies.SCHEDULER,
                TIMEOUT,
                RetryContext.afterFailures(1)
                    .untilDeadline(Duration.ZERO)
                    .deadLetterOn(DeadLetterOn.EXHAUSTED)))
        .startsWith("dead-lettered, deadline reached: ");
  }

  @Test
  void a_permanent_failure_is_dead_lettered_only_if_all_jobs_are() {
    Failure invalid = Failure.of(Errors.VALIDATION, FailureKind.PERMANENT, "no address");
    RetryContext first = RetryContext.afterFailures(1);

    assertThat(end(RetryPolicies.SCHEDULER, invalid, first.deadLetterOn(DeadLetterOn.EXHAUSTED)))
        .isEqualTo("failed, permanent failure: ValidationError");
    assertThat(end(RetryPolicies.SCHEDULER, invalid, first.deadLetterOn(DeadLetterOn.ALL)))
        .isEqualTo("dead-lettered, permanent failure: ValidationError");
  }

  @Test
  void an_explanation_exposes_its_values() {
    RetryPolicy policy = RetryPolicies.SCHEDULER.maxRetries(20).jitter(Jitter.proportional(0.5));

    DelayExplanation why = retry(policy, TIMEOUT.withRetryAfter(ofMinutes(20)), 10);

    assertThat(why.retry()).isEqualTo(10);
    assertThat(why.strategy()).isEqualTo("exponential");
    assertThat(why.raw()).isEqualTo(ofSeconds(512));
    assertThat(why.capped()).isTrue();
    assertThat(why.range())
        .isEqualTo(new DelayRange(ofSeconds(300), ofSeconds(150), ofSeconds(300)));
    assertThat(why.picked()).isEqualTo(ofSeconds(150));
    assertThat(why.override()).isEqualTo(DelayOverride.RETRY_AFTER);
    assertThat(why.chosen()).isEqualTo(ofMinutes(20));
    assertThat(retry(policy, TIMEOUT, 1).capped()).isFalse();
    assertThat(retry(policy, TIMEOUT, 1).override()).isNull();
  }

  private record Squares(Duration unit) implements Backoff {
    @Override
    public String strategy() {
      return "squares";
    }

    @Override
    public Duration delay(int retry) {
      return unit.multipliedBy((long) retry * retry);
    }
  }

  private static String explain(RetryPolicy policy, int retry) {
    return retry(policy, TIMEOUT, retry).toString();
  }

  private static String explain(RetryPolicy policy, Failure failure) {
    return policy.decide(failure, RetryContext.afterFailures(1), new Random(1)).explain();
  }

  private static String end(RetryPolicy policy, Failure failure, RetryContext context) {
    return policy.decide(failure, context, LOWEST).explain();
  }

  private static DelayExplanation retry(RetryPolicy policy, Failure failure, int retry) {
    RetryDecision decision = policy.decide(failure, RetryContext.afterFailures(retry), LOWEST);
    return ((RetryDecision.Retry) decision).explanation();
  }
}

package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of every policy, failure and retry number. */
class RetryPolicyPropertiesTest {
  private static final RetryPolicyJson JSON = RetryPolicyJson.standard();

  @Property(tries = 500)
  void every_interval_is_within_the_cap(
      @ForAll("policies") RetryPolicy policy, @ForAll("retries") int retry) {
    DelayRange range = policy.range(retry);

    assertThat(range.min()).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(range.min()).isLessThanOrEqualTo(range.max());
    assertThat(range.max()).isLessThanOrEqualTo(policy.maxDelay());
    assertThat(range.base()).isLessThanOrEqualTo(policy.maxDelay());
    if (policy.jitter().type() != Jitter.Type.DECORRELATED) {
      assertThat(range.base()).isBetween(range.min(), range.max());
    }
  }

  @Property(tries = 500)
  void every_picked_delay_is_within_its_interval(
      @ForAll("policies") RetryPolicy policy,
      @ForAll("contexts") RetryContext context,
      @ForAll long seed) {
    RetryPolicy willing = willing(policy);
    RetryContext early = RetryContext.afterFailures(Math.min(context.failures(), 1_000_000));

    DelayExplanation why = retry(willing, early, seed).explanation();

    assertThat(why.picked()).isBetween(why.range().min(), why.range().max());
    assertThat(why.picked()).isLessThanOrEqualTo(policy.maxDelay());
    if (policy.jitter().type() == Jitter.Type.FULL) {
      assertThat(why.picked()).isPositive(); // full jitter excludes 0
    }
    assertThat(why.chosen()).isEqualTo(why.picked());
    if (policy.jitter().type() != Jitter.Type.DECORRELATED) {
      assertThat(why.range()).isEqualTo(policy.range(early.failures()));
    }
  }

  @Property(tries = 300)
  void decorrelated_delays_stay_within_the_policys_range(
      @ForAll("policies") RetryPolicy policy, @ForAll long seed) {
    RetryPolicy wandering = willing(policy).jitter(Jitter.decorrelated());
    Random random = new Random(seed);
    RetryContext context = RetryContext.afterFailures(1);

    for (int retry = 1; retry <= 6; retry++) {
      RetryDecision decision = wandering.decide(timeout(), context, random);
      Duration delay = ((RetryDecision.Retry) decision).delay();
      DelayRange reach = wandering.range(retry);
      assertThat(delay).isBetween(reach.min(), reach.max());
      context = RetryContext.afterFailures(retry + 1).previousDelay(delay);
    }
  }

  @Property(tries = 500)
  void the_base_delay_never_decreases(
      @ForAll("growing") RetryPolicy policy, @ForAll("retries") int a, @ForAll("retries") int b) {
    int earlier = Math.min(a, b);
    int later = Math.max(a, b);

    assertThat(policy.range(earlier).base()).isLessThanOrEqualTo(policy.range(later).base());
    assertThat(policy.backoff().delay(earlier)).isLessThanOrEqualTo(policy.backoff().delay(later));
    if (earlier < Integer.MAX_VALUE) {
      assertThat(policy.backoff().delay(earlier))
          .isLessThanOrEqualTo(policy.backoff().delay(earlier + 1));
    }
  }

  @Property(tries = 500)
  void a_policy_round_trips_through_json(@ForAll("policies") RetryPolicy policy) {
    RetryPolicy read = JSON.read(JSON.write(policy));

    assertThat(read).isEqualTo(policy).hasSameHashCodeAs(policy);
    assertThat(read.retryOn().errors())
        .extracting(ErrorType::name)
        .containsExactlyElementsOf(
            policy.retryOn().errors().stream().map(ErrorType::name).toList());
    assertThat(JSON.read(JSON.writeIndented(policy))).isEqualTo(policy);
  }

  @Property(tries = 1000)
  void decisions_never_throw_and_are_deterministic_for_a_seed(
      @ForAll("policies") RetryPolicy policy,
      @ForAll("failures") Failure failure,
      @ForAll("contexts") RetryContext context,
      @ForAll long seed) {
    RetryDecision decision = policy.decide(failure, context, new Random(seed));
    RetryDecision again = policy.decide(failure, context, new Random(seed));

    assertThat(decision.explain()).isNotBlank().isEqualTo(again.explain());
    assertThat(decision.explain()).doesNotContain("\n");
    assertThat(policy.range(context.failures()).toString()).isNotBlank();
    assertThat(policy.backoff().formula(context.failures())).isNotBlank();
    if (decision instanceof RetryDecision.Retry retry) {
      assertThat(again).isInstanceOf(RetryDecision.Retry.class);
      assertThat(((RetryDecision.Retry) again).delay()).isEqualTo(retry.delay());
    } else {
      assertThat(again).isEqualTo(decision);
    }
  }

  @Property(tries = 1000)
  void a_recommendation_agrees_with_the_decision(
      @ForAll("policies") RetryPolicy policy,
      @ForAll("failures") Failure failure,
      @ForAll("contexts") RetryContext context,
      @ForAll long seed) {
    RetryRecommendation advice = policy.recommend(failure, context);
    RetryDecision decision = policy.decide(failure, context, new Random(seed));

    assertThat(advice.maxAttemptsReached()).isEqualTo(context.failures() > policy.maxRetries());
    assertThat(advice.nextAttempt()).isPositive();
    assertThat(advice.delay() != null).isEqualTo(advice.shouldRetry());
    assertThat(advice.reason() != null).isEqualTo(!advice.shouldRetry());
    if (decision instanceof RetryDecision.Retry retry) {
      DelayRange range = Objects.requireNonNull(advice.delay());
      assertThat(retry.delay()).isBetween(range.min(), range.max());
      assertThat(range.base()).isEqualTo(retry.explanation().range().base());
    } else if (advice.shouldRetry()) {
      // Only the picked delay can have made it too late.
      assertThat(reason(decision)).isIn(GiveUpReason.TIME_EXHAUSTED, GiveUpReason.DEADLINE);
    } else if (advice.reason() == GiveUpReason.DEADLINE) {
      assertThat(reason(decision)).isIn(GiveUpReason.TIME_EXHAUSTED, GiveUpReason.DEADLINE);
    } else {
      assertThat(reason(decision)).isEqualTo(advice.reason());
    }
  }

  private static GiveUpReason reason(RetryDecision decision) {
    return ((RetryDecision.GiveUp) decision).reason();
  }

  /** The policy without lists and limits that could make it give up. */
  private static RetryPolicy willing(RetryPolicy policy) {
    return policy
        .maxRetries(PolicyLimits.MAX_RETRIES)
        .retryOn(FailureFilter.NONE)
        .never(FailureFilter.NONE)
        .within(null);
  }

  private static RetryDecision.Retry retry(RetryPolicy policy, RetryContext context, long seed) {
    return (RetryDecision.Retry) policy.decide(timeout(), context, new Random(seed));
  }

  private static Failure timeout() {
    return Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "no answer in 30 s");
  }

  @Provide
  Arbitrary<RetryPolicy> policies() {
    return PolicyArbitraries.policies();
  }

  @Provide
  Arbitrary<RetryPolicy> growing() {
    return PolicyArbitraries.policies(PolicyArbitraries.growing());
  }

  @Provide
  Arbitrary<Integer> retries() {
    return PolicyArbitraries.retries();
  }

  @Provide
  Arbitrary<Failure> failures() {
    return PolicyArbitraries.failures();
  }

  @Provide
  Arbitrary<RetryContext> contexts() {
    return PolicyArbitraries.contexts();
  }
}

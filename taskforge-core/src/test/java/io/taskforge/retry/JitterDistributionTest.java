package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each jitter is uniform over its interval, also when capped. */
class JitterDistributionTest {
  private static final long SEED = 20_240_229;
  private static final Failure TIMEOUT =
      Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "no answer");
  private static final RetryPolicy POLICY =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(10))
          .maxRetries(99);

  static Stream<Arguments> intervals() {
    return Stream.of(
        Arguments.of(Jitter.proportional(0.1), 1, "900ms", "1100ms"),
        Arguments.of(Jitter.proportional(0.5), 3, "2s", "6s"),
        Arguments.of(Jitter.proportional(0.5), 4, "4s", "10s"), // 8 s ± 4 s, cut
        Arguments.of(Jitter.proportional(0.1), 50, "9s", "10s"),
        Arguments.of(Jitter.proportional(1), 50, "0s", "10s"),
        Arguments.of(Jitter.full(), 1, "0s", "1s"),
        Arguments.of(Jitter.full(), 50, "0s", "10s"),
        Arguments.of(Jitter.equal(), 1, "500ms", "1s"),
        Arguments.of(Jitter.equal(), 50, "5s", "10s"),
        Arguments.of(Jitter.decorrelated(), 1, "1s", "3s"));
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void delays_are_uniform_in_the_interval(Jitter jitter, int retry, String min, String max) {
    Random random = new Random(SEED);
    RetryPolicy policy = POLICY.jitter(jitter);
    RetryContext context = RetryContext.afterFailures(retry);

    double statistic =
        Uniformity.statistic(() -> pick(policy, context, random), nanos(min), nanos(max));

    assertThat(statistic).isLessThan(Uniformity.CRITICAL);
  }

  @Test
  void decorrelated_delays_are_uniform_up_to_three_times_the_previous_one_and_up_to_the_cap() {
    Random random = new Random(SEED);
    RetryPolicy policy = POLICY.jitter(Jitter.decorrelated());
    RetryContext after2s = RetryContext.afterFailures(2).previousDelay(Duration.ofSeconds(2));
    RetryContext after8s = RetryContext.afterFailures(3).previousDelay(Duration.ofSeconds(8));

    assertThat(Uniformity.statistic(() -> pick(policy, after2s, random), nanos("1s"), nanos("6s")))
        .isLessThan(Uniformity.CRITICAL);
    assertThat(Uniformity.statistic(() -> pick(policy, after8s, random), nanos("1s"), nanos("10s")))
        .isLessThan(Uniformity.CRITICAL);
  }

  @Test
  void delays_do_not_accumulate_at_the_cap() {
    Random random = new Random(SEED);
    RetryPolicy policy = POLICY.jitter(Jitter.proportional(0.5));
    RetryContext context = RetryContext.afterFailures(50);

    long onTheCap =
        Stream.generate(() -> pick(policy, context, random))
            .limit(Uniformity.SAMPLES)
            .filter(nanos -> nanos == nanos("10s"))
            .count();

    assertThat(onTheCap).isLessThan(3);
  }

  @Test
  void the_statistic_rejects_delays_that_are_clamped_to_the_cap() {
    Random random = new Random(SEED);
    long min = nanos("4s");
    long cap = nanos("10s");

    double clamped =
        Uniformity.statistic(() -> Math.min(cap, min + random.nextLong(nanos("8s") + 1)), min, cap);
    double slightlyClamped =
        Uniformity.statistic(
            () -> Math.min(cap, min + random.nextLong(nanos("6200ms") + 1)), min, cap);

    assertThat(clamped).isGreaterThan(10 * Uniformity.CRITICAL);
    assertThat(slightlyClamped).isGreaterThan(Uniformity.CRITICAL);
  }

  @Test
  void the_statistic_rejects_a_bell_shape() {
    Random random = new Random(SEED);

    double statistic =
        Uniformity.statistic(
            () -> random.nextLong(nanos("5s")) + random.nextLong(nanos("5s")), 0, nanos("10s"));

    assertThat(statistic).isGreaterThan(Uniformity.CRITICAL);
  }

  private static long pick(RetryPolicy policy, RetryContext context, Random random) {
    return ((RetryDecision.Retry) policy.decide(TIMEOUT, context, random)).delay().toNanos();
  }

  private static long nanos(String text) {
    return io.taskforge.text.DurationText.parse(text).toNanos();
  }
}

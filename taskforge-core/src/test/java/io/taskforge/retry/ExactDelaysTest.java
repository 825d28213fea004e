package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Delays compared with arbitrary-precision arithmetic, up to the last retry number. */
class ExactDelaysTest {
  private static final Duration YEAR = Duration.ofDays(365);
  private static final BigDecimal CAP = new BigDecimal(YEAR.toNanos());
  private static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);
  private static final int[] RETRIES = {
    1,
    2,
    3,
    4,
    5,
    10,
    20,
    31,
    32,
    33,
    50,
    63,
    64,
    65,
    91,
    92,
    93,
    94,
    100,
    1_000,
    65_536,
    1_000_000,
    Integer.MAX_VALUE - 1,
    Integer.MAX_VALUE
  };

  static Stream<Arguments> exponentials() {
    return Stream.of("1", "1.5", "2", "3", "1000000", "1.0000001", "1.1")
        .flatMap(
            multiplier ->
                Stream.of(
                        Duration.ofNanos(1),
                        Duration.ofMillis(1),
                        Duration.ofMillis(1_234_567),
                        Duration.ofSeconds(1),
                        YEAR)
                    .map(initial -> Arguments.of(initial, multiplier)));
  }

  @ParameterizedTest
  @MethodSource("exponentials")
  void exponential_delays_are_exact_to_the_precision_of_a_double(
      Duration initial, String multiplier) {
    RetryPolicy policy =
        RetryPolicy.exponential(initial)
            .cappedAt(YEAR)
            .multipliedBy(Double.parseDouble(multiplier));
    // The multiplier's exact double value: 1.1 has none, and its error would grow with r.
    BigDecimal held = new BigDecimal(Double.parseDouble(multiplier));

    for (int retry : RETRIES) {
      BigDecimal exact = capped(new BigDecimal(initial.toNanos()), held, retry - 1);
      assertThat(new BigDecimal(policy.range(retry).base().toNanos()))
          .as("retry %s", retry)
          .isBetween(less(exact), more(exact));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1ms", "7s", "1h", "365d"})
  void linear_delays_are_exact(String text) {
    Duration increment = io.taskforge.text.DurationText.parse(text);
    RetryPolicy policy =
        RetryPolicy.linear(Duration.ofMillis(1500)).cappedAt(YEAR).increasedBy(increment);

    for (int retry : RETRIES) {
      BigInteger exact =
          BigInteger.valueOf(increment.toNanos())
              .multiply(BigInteger.valueOf(retry - 1L))
              .add(BigInteger.valueOf(1_500_000_000));
      assertThat(policy.range(retry).base().toNanos())
          .as("retry %s", retry)
          .isEqualTo(exact.min(CAP.toBigInteger()).longValueExact());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 999_999_999, 60_000_000_000L, 31_536_000_000_000_000L})
  void fibonacci_delays_are_exact(long baseNanos) {
    RetryPolicy policy = RetryPolicy.fibonacci(Duration.ofNanos(baseNanos)).cappedAt(YEAR);
    BigInteger last = BigInteger.ZERO;
    BigInteger current = BigInteger.ONE;

    for (int retry = 1; retry <= 200; retry++) {
      BigInteger exact = current.multiply(BigInteger.valueOf(baseNanos)).min(CAP.toBigInteger());
      assertThat(policy.range(retry).base().toNanos())
          .as("retry %s", retry)
          .isEqualTo(exact.longValueExact());
      BigInteger next = last.add(current);
      last = current;
      current = next;
    }
    assertThat(policy.range(Integer.MAX_VALUE).base()).isEqualTo(YEAR);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.25, 1.0 / 3, 0.5, 0.999, 1})
  void proportional_intervals_are_exact_and_capped(double factor) {
    RetryPolicy policy =
        RetryPolicy.exponential(Duration.ofMillis(1))
            .cappedAt(YEAR)
            .multipliedBy(1.5)
            .jitter(Jitter.proportional(factor));

    for (int retry : RETRIES) {
      DelayRange range = policy.range(retry);
      BigDecimal base = new BigDecimal(range.base().toNanos());
      BigDecimal spread = base.multiply(new BigDecimal(factor));
      BigDecimal max = base.add(spread).min(CAP);
      assertThat(new BigDecimal(range.min().toNanos()))
          .isBetween(less(base.subtract(spread)), more(base.subtract(spread)).add(slack(base)));
      assertThat(new BigDecimal(range.max().toNanos())).isBetween(less(max), more(max).min(CAP));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 32, 33, 34, 100, Integer.MAX_VALUE})
  void decorrelated_intervals_grow_threefold_up_to_the_cap(int retry) {
    RetryPolicy policy =
        RetryPolicy.fixed(Duration.ofMillis(7)).cappedAt(YEAR).jitter(Jitter.decorrelated());

    DelayRange range = policy.range(retry);

    BigDecimal longest = capped(new BigDecimal(7_000_000), new BigDecimal(3), retry);
    assertThat(range.min()).isEqualTo(Duration.ofMillis(7));
    assertThat(range.max().toNanos()).isEqualTo(longest.longValueExact());
  }

  /** Returns initial × multiplier^power, or the cap; stops once the cap is exceeded. */
  private static BigDecimal capped(BigDecimal initial, BigDecimal multiplier, int power) {
    if (multiplier.compareTo(BigDecimal.ONE) == 0) {
      return initial.min(CAP);
    }
    BigDecimal result = initial;
    BigDecimal square = multiplier;
    for (int rest = power; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        result = result.multiply(square, DIGITS);
      }
      square = square.multiply(square, DIGITS);
      // Every remaining bit multiplies by more than this.
      if (result.compareTo(CAP) >= 0 || (rest > 1 && square.compareTo(CAP) >= 0)) {
        return CAP;
      }
    }
    return result;
  }

  private static BigDecimal less(BigDecimal exact) {
    return exact.subtract(slack(exact));
  }

  private static BigDecimal more(BigDecimal exact) {
    return exact.add(slack(exact));
  }

  /** Half a nanosecond of rounding plus four ulps of a double. */
  private static BigDecimal slack(BigDecimal exact) {
    return exact.multiply(new BigDecimal("1e-15")).add(new BigDecimal("0.5"));
  }
}

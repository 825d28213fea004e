package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.queue.StartRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
  private static final long MILLI = 1_000_000;
  private static final StartRate TEN_PER_SECOND = new StartRate(10, Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 50 * MILLI})
  void it_is_full_at_first_and_fills_at_the_rates_pace_wherever_the_ticker_begins(long start) {
    TokenBucket bucket = new TokenBucket(TEN_PER_SECOND, start);
    assertThat(bucket.available(start)).isEqualTo(10);
    bucket.take(10);
    assertThat(bucket.available(start)).isZero();
    assertThat(bucket.untilNext(start)).isEqualTo(Duration.ofMillis(100));
    assertThat(bucket.available(start + 99 * MILLI)).isZero();
    assertThat(bucket.available(start + 100 * MILLI)).isEqualTo(1);
    assertThat(bucket.untilNext(start + 100 * MILLI)).isZero();
    assertThat(bucket.available(start + 550 * MILLI)).isEqualTo(5);
  }

  @Test
  void what_is_not_taken_does_not_add_up_beyond_the_rate() {
    TokenBucket bucket = new TokenBucket(TEN_PER_SECOND, 0);
    assertThat(bucket.available(3_600_000 * MILLI)).isEqualTo(10);
  }

  @Test
  void a_ticker_that_goes_back_takes_and_gives_nothing() {
    TokenBucket bucket = new TokenBucket(TEN_PER_SECOND, 1_000 * MILLI);
    bucket.take(9);
    assertThat(bucket.available(0)).isEqualTo(1);
    assertThat(bucket.available(1_000 * MILLI)).isEqualTo(1);
  }

  @Test
  void another_rate_begins_with_what_was_left() {
    TokenBucket bucket = new TokenBucket(TEN_PER_SECOND, 0);
    bucket.take(8);
    StartRate wider = new StartRate(100, Duration.ofSeconds(1));
    assertThat(bucket.at(TEN_PER_SECOND, 0)).isSameAs(bucket);
    assertThat(bucket.at(wider, 0).available(0)).isEqualTo(2);
    assertThat(bucket.at(wider, 0).available(10 * MILLI)).isEqualTo(3);
    assertThat(bucket.at(new StartRate(1, Duration.ofDays(1)), 0).available(0)).isEqualTo(1);
  }

  @Test
  void over_a_long_time_no_more_start_than_the_rate_allows_and_hardly_fewer() {
    StartRate rate = new StartRate(7, Duration.ofSeconds(3));
    TokenBucket bucket = new TokenBucket(rate, 0);
    long started = 0;
    for (long now = 0; now <= 3_000_000 * MILLI; now += 37 * MILLI) {
      int available = bucket.available(now);
      bucket.take(available);
      started += available;
    }
    assertThat(started).isBetween(7_006L, 7_007L);
  }

  @Test
  void the_greatest_and_the_smallest_rate_are_exact() {
    TokenBucket fast = new TokenBucket(new StartRate(1_000_000, Duration.ofMillis(1)), 0);
    fast.take(1_000_000);
    assertThat(fast.available(1)).isEqualTo(1);
    TokenBucket slow = new TokenBucket(new StartRate(1, Duration.ofDays(1)), 0);
    slow.take(1);
    assertThat(slow.available(Duration.ofDays(1).minusSeconds(1).toNanos())).isZero();
    assertThat(slow.available(Duration.ofDays(1).toNanos())).isEqualTo(1);
  }

  @Test
  void rates_out_of_bounds_are_refused() {
    for (int starts : new int[] {0, -1, 1_000_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new StartRate(starts, Duration.ofSeconds(1)))
          .withMessage("starts must be from 1 to 1000000 but was " + starts);
    }
    for (Duration per :
        new Duration[] {
          Duration.ZERO, Duration.ofNanos(999_999), Duration.ofDays(1).plusNanos(1)
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new StartRate(1, per))
          .withMessageStartingWith("per must be from 1ms to 1d but was ");
    }
    assertThat(TEN_PER_SECOND).hasToString("10 per 1s");
  }
}

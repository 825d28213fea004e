package io.taskforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten thousand jobs that fail at the same moment. */
class HerdPreviewTest {
  private static final int JOBS = 10_000;
  private static final RetryPolicy MINUTE = RetryPolicy.fixed(Duration.ofMinutes(1)).maxRetries(1);

  static Stream<Arguments> windows() {
    return Stream.of(
        Arguments.of(Jitter.full(), 0, 60),
        Arguments.of(Jitter.equal(), 30, 60),
        Arguments.of(Jitter.proportional(0.1), 54, 66),
        Arguments.of(Jitter.proportional(0.5), 30, 90),
        Arguments.of(Jitter.decorrelated(), 60, 180));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void no_second_of_the_window_gets_more_than_twice_its_even_share(
      Jitter jitter, int from, int to) {
    RetryPolicy policy = MINUTE.jitter(jitter);

    for (long seed = 1; seed <= 3; seed++) {
      int[] starts =
          HerdPreview.of(policy, JOBS, seed).withJitter().stream().mapToInt(i -> i).toArray();

      assertThat(Arrays.stream(starts).sum()).isEqualTo(JOBS);
      assertThat(Arrays.stream(starts, from, to).sum()).isEqualTo(JOBS);
      assertThat(Arrays.stream(starts).max().orElseThrow())
          .isLessThanOrEqualTo(2 * JOBS / (to - from));
    }
  }

  @Test
  void without_jitter_all_retries_start_in_the_same_second() {
    List<Integer> starts = HerdPreview.of(MINUTE.jitter(Jitter.full()), JOBS, 1).withoutJitter();

    assertThat(starts.get(60)).isEqualTo(JOBS);
  }

  @Test
  void the_number_of_jobs_is_limited() {
    assertThatThrownBy(() -> HerdPreview.of(MINUTE, 0, 1))
        .hasMessage("jobs must be from 1 to 100000 but was 0");
  }
}

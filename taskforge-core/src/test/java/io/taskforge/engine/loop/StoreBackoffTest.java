package io.taskforge.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoreBackoffTest {
  private final StoreBackoff pause = new StoreBackoff(new Random(1));

  @Test
  void pauses_double_up_to_two_seconds_with_equal_jitter() {
    for (int fault = 0; fault < 100; fault++) {
      long most = Math.min(2_000, 50L << Math.min(fault, 10));
      assertThat(pause.next()).isBetween(Duration.ofMillis(most / 2), Duration.ofMillis(most));
    }
  }

  @Test
  void a_successful_call_resets_the_backoff() {
    for (int fault = 0; fault < 10; fault++) {
      pause.next();
    }
    pause.reset();

    assertThat(pause.next()).isLessThanOrEqualTo(Duration.ofMillis(50));
  }
}

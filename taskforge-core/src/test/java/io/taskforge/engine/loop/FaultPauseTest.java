package io.taskforge.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FaultPauseTest {
  private final FaultPause pause = new FaultPause(new Random(1));

  @Test
  void pauses_double_up_to_two_seconds_and_each_is_between_half_and_all_of_that() {
    for (int fault = 0; fault < 100; fault++) {
      long most = Math.min(2_000, 50L << Math.min(fault, 10));
      assertThat(pause.next()).isBetween(Duration.ofMillis(most / 2), Duration.ofMillis(most));
    }
  }

  @Test
  void they_begin_again_once_the_store_has_answered() {
    for (int fault = 0; fault < 10; fault++) {
      pause.next();
    }
    pause.reset();

    assertThat(pause.next()).isLessThanOrEqualTo(Duration.ofMillis(50));
  }
}

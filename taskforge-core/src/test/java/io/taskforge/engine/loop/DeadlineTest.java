package io.taskforge.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

  @Test
  void each_step_gets_the_time_that_remains() {
    Deadline deadline = Deadline.in(Duration.ofSeconds(10), nanos::get).plus(Duration.ofSeconds(2));
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(7));
    assertThat(deadline.leftBefore(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(5));

    nanos.addAndGet(Duration.ofSeconds(6).toNanos());
    assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(1));
    assertThat(deadline.leftBefore(Duration.ofSeconds(2))).isZero();

    nanos.addAndGet(Duration.ofSeconds(6).toNanos());
    assertThat(deadline.left()).isZero();
  }

  @Test
  void the_longest_timeout_does_not_overflow() {
    Deadline deadline =
        Deadline.in(Duration.ofSeconds(Long.MAX_VALUE), nanos::get).plus(Duration.ofSeconds(2));

    assertThat(deadline.left()).isGreaterThan(Duration.ofDays(364));
  }
}

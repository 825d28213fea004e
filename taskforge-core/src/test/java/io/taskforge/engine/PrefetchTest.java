package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How many jobs a worker claims ahead of free places. */
class PrefetchTest {
  private final Prefetch prefetch = new Prefetch(Duration.ofMillis(50), 20, 1_000);

  @Test
  void nothing_is_prefetched_before_a_run_time_is_known() {
    assertThat(prefetch.target()).isEqualTo(20);
    assertThat(prefetch.gather()).isEqualTo(1);
  }

  @Test
  void as_many_jobs_are_held_as_finish_within_the_time() {
    ran(Duration.ofMillis(5), 1);

    assertThat(prefetch.target()).isEqualTo(200);
  }

  @Test
  void no_more_than_one_claim_is_held() {
    ran(Duration.ofNanos(10_000), 1);

    assertThat(prefetch.target()).isEqualTo(1_000);
  }

  @Test
  void nothing_is_prefetched_for_slow_jobs() {
    ran(Duration.ofMillis(50), 1);
    assertThat(prefetch.target()).isEqualTo(20);
    ran(Duration.ofDays(1_000), 10);
    assertThat(prefetch.target()).isEqualTo(20);
  }

  @Test
  void one_slow_job_among_fast_ones_ends_prefetching_until_dozens_were_fast() {
    ran(Duration.ofMillis(1), 100);
    assertThat(prefetch.target()).isEqualTo(1_000);

    ran(Duration.ofSeconds(1), 1);
    assertThat(prefetch.target()).isEqualTo(20);
    ran(Duration.ofMillis(1), 60);
    assertThat(prefetch.target()).isGreaterThan(200);
  }

  @Test
  void nothing_is_prefetched_after_jobs_could_not_be_started_in_time() {
    ran(Duration.ofMillis(1), 100);
    prefetch.slowed();

    assertThat(prefetch.target()).isEqualTo(20);
  }

  @Test
  void jobs_with_large_payloads_are_limited_by_their_size() {
    prefetch.ran(Duration.ofMillis(1), 256 * 1024);

    assertThat(prefetch.target()).isEqualTo(64);
  }

  @Test
  void a_time_of_zero_prefetches_nothing() {
    Prefetch none = new Prefetch(Duration.ZERO, 20, 1_000);
    none.ran(Duration.ofNanos(1), 100);

    assertThat(none.target()).isEqualTo(20);
  }

  @Test
  void more_concurrency_than_one_claim_is_kept() {
    Prefetch wide = new Prefetch(Duration.ofMillis(50), 5_000, 1_000);
    wide.ran(Duration.ofMillis(1), 100);

    assertThat(wide.target()).isEqualTo(5_000);
  }

  @Test
  void a_claim_waits_for_as_many_places_as_become_free_within_two_milliseconds() {
    ran(Duration.ofMillis(2), 1);
    assertThat(prefetch.gather()).isEqualTo(20);
    ran(Duration.ofMillis(40), 100);
    assertThat(prefetch.gather()).isEqualTo(1);
    ran(Duration.ofNanos(1_000), 500);
    assertThat(prefetch.gather()).isEqualTo(250);
  }

  private void ran(Duration runTime, int times) {
    for (int i = 0; i < times; i++) {
      prefetch.ran(runTime, 100);
    }
  }
}

package io.taskforge.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DestinationDecisionTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private final DestinationSettings settings = DestinationSettings.defaults();
  private DestinationState state = DestinationState.healthy(settings);
  private Instant now = START;

  private DestinationDecision report(int succeeded, int failed, int wanted) {
    return report(succeeded, failed, wanted, null);
  }

  private DestinationDecision report(
      int succeeded, int failed, int wanted, @Nullable Duration retryAfter) {
    DestinationReport report =
        new DestinationReport(
            List.of(new Calls(now, state.epoch(), succeeded, failed)),
            Duration.ofSeconds(1),
            retryAfter,
            List.of(),
            state.epoch(),
            0,
            wanted);
    DestinationDecision decision = DestinationDecision.after(state, settings, report, now);
    state = decision.state();
    return decision;
  }

  private List<DestinationChange.Kind> kinds(DestinationDecision decision) {
    return decision.changes().stream().map(DestinationChange::kind).toList();
  }

  private void advance(long seconds) {
    now = now.plusSeconds(seconds);
  }

  @Test
  void a_few_failures_change_nothing() {
    assertThat(report(0, 9, 5).changes()).isEmpty();
    assertThat(state.access()).isEqualTo(DestinationAccess.OPEN);
  }

  @Test
  void it_opens_when_half_of_the_calls_fail() {
    assertThat(report(11, 9, 5).changes()).isEmpty();
    assertThat(kinds(report(0, 2, 5))).containsExactly(DestinationChange.Kind.OPENED);
    assertThat(state.access()).isEqualTo(DestinationAccess.CLOSED);
  }

  @Test
  void it_opens_when_the_last_calls_all_fail() {
    report(100, 0, 5);
    advance(1);
    assertThat(kinds(report(0, 10, 5))).containsExactly(DestinationChange.Kind.OPENED);
  }

  @Test
  void a_long_timeout_does_not_hide_that_the_last_calls_all_fail() {
    for (int second = 0; second < 60; second++) {
      minutesLong(100, 0);
      advance(1);
    }
    assertThat(state.window().buckets()).hasSizeLessThanOrEqualTo(41);

    assertThat(kinds(minutesLong(0, 10))).containsExactly(DestinationChange.Kind.OPENED);
    assertThat(state.goodRate()).isBetween(95.0, 105.0);
  }

  private DestinationDecision minutesLong(int succeeded, int failed) {
    DestinationReport report =
        new DestinationReport(
            List.of(new Calls(now, state.epoch(), succeeded, failed)),
            Duration.ofMinutes(15),
            null,
            List.of(),
            state.epoch(),
            0,
            0);
    DestinationDecision decision = DestinationDecision.after(state, settings, report, now);
    state = decision.state();
    return decision;
  }

  @Test
  void a_probe_is_granted_once_and_its_failure_opens_it_again() {
    report(0, 10, 0);
    advance(2);
    assertThat(report(0, 0, 10).granted()).isEqualTo(1);
    assertThat(report(0, 0, 10).granted()).as("the probe has not been answered").isZero();
    assertThat(kinds(report(0, 1, 10))).containsExactly(DestinationChange.Kind.REOPENED);
  }

  @Test
  void the_time_between_probes_grows_with_the_outage() {
    Duration down = Duration.ZERO;
    for (int times = 1; down.compareTo(Duration.ofMinutes(5)) < 0; times++) {
      Duration open = settings.openFor(times);
      // At most a second and a twentieth of the outage, so that a short one ends soon.
      assertThat(open).isBetween(Duration.ofSeconds(1), down.dividedBy(19).plusSeconds(1));
      assertThat(open).isLessThanOrEqualTo(Duration.ofSeconds(5));
      down = down.plus(open);
    }
    assertThat(settings.openFor(1_000_000)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void the_breaker_says_since_when_it_is_open() {
    report(0, 10, 0);
    advance(5);
    report(0, 0, 10);
    advance(1);
    report(0, 1, 10);
    assertThat(state.breaker().openSince()).isEqualTo(START);

    advance(5);
    for (int probe = 0; probe < 4; probe++) {
      report(probe == 0 ? 0 : 1, 0, 10);
    }
    assertThat(state.breaker().openSince()).isNull();
  }

  @Test
  void the_backlog_is_released_at_the_rate_that_the_destination_handled() {
    for (int second = 0; second < 10; second++) {
      report(40, 0, 5);
      advance(1);
    }
    report(0, 10, 0);
    advance(2);
    for (int probe = 0; probe < 4; probe++) {
      report(probe == 0 ? 0 : 1, 0, 10);
    }

    assertThat(Objects.requireNonNull(state.release()).perSecond()).isBetween(36.0, 44.0);
  }

  @Test
  void the_rate_does_not_grow_while_workers_cannot_use_it() {
    the_backlog_is_released_at_the_rate_that_the_destination_handled();
    report(0, 0, 5);
    for (int second = 0; second < 20 && state.release() != null; second++) {
      advance(1);
      report(5, 0, 5); // five places, so five calls per second
      assertThat(state.release() == null || state.release().perSecond() < 50).isTrue();
    }

    assertThat(state.access()).isEqualTo(DestinationAccess.OPEN);
  }

  @Test
  void a_ramp_soon_finds_the_capacity() {
    the_backlog_is_released_at_the_rate_that_the_destination_handled();
    int granted = 0;
    int servedLater = 0;
    for (int half = 0; half < 60; half++) {
      now = now.plusMillis(500);
      int served = Math.min(granted, 40); // twice as many as before the outage
      servedLater += half >= 10 ? served : 0;
      granted = report(served, granted - served, 1_000).granted();
    }

    // Of 80 per second, from the fifth second on.
    assertThat(servedLater).isGreaterThan((int) (0.95 * 25 * 80));
    assertThat(Objects.requireNonNull(state.release()).perSecond()).isBetween(76.0, 95.0);
  }

  @Test
  void the_rate_is_cut_as_soon_as_calls_fail_but_at_most_once_a_second() {
    the_backlog_is_released_at_the_rate_that_the_destination_handled();
    advance(1);
    report(40, 0, 1_000);
    double before = Objects.requireNonNull(state.release()).perSecond();

    now = now.plusMillis(500);
    report(10, 10, 1_000);
    double cut = Objects.requireNonNull(state.release()).perSecond();
    assertThat(cut).isLessThan(0.9 * before);

    now = now.plusMillis(900);
    report(10, 10, 1_000);
    assertThat(Objects.requireNonNull(state.release()).perSecond()).isEqualTo(cut);
  }

  @Test
  void calls_that_were_sent_before_it_opened_are_no_probes() {
    long before = state.epoch();
    report(0, 10, 0);
    advance(2);
    report(0, 0, 10);
    DestinationReport late =
        new DestinationReport(
            List.of(new Calls(START, before, 5, 5)),
            Duration.ofSeconds(1),
            null,
            List.of(),
            before,
            0,
            0);

    DestinationDecision decision = DestinationDecision.after(state, settings, late, now);

    assertThat(decision.changes()).isEmpty();
    assertThat(decision.state().access()).isEqualTo(DestinationAccess.PROBES);
  }

  @Test
  void probes_that_succeed_begin_a_ramp() {
    report(0, 10, 0);
    advance(2);
    report(0, 0, 10);
    report(1, 0, 10);
    report(1, 0, 10);

    assertThat(kinds(report(1, 0, 10))).containsExactly(DestinationChange.Kind.RECOVERING);
    assertThat(state.access()).isEqualTo(DestinationAccess.LIMITED);
  }

  @Test
  void a_later_hold_only_extends() {
    report(0, 1, 0, Duration.ofSeconds(10));
    assertThat(state.hold()).isNotNull();
    advance(1);
    report(0, 1, 0, Duration.ofSeconds(2));

    assertThat(heldUntil()).isEqualTo(START.plusSeconds(10));
    report(0, 1, 0, Duration.ofSeconds(30));
    assertThat(heldUntil()).isEqualTo(START.plusSeconds(31));
  }

  @Test
  void a_retry_after_extends_the_hold_of_an_operator_and_keeps_its_reason() {
    Hold upgrade = new Hold(now.plusSeconds(10), "upgrade", "ann");
    state = DestinationDecision.hold(state, settings, upgrade, now).state();

    assertThat(kinds(report(0, 1, 0, Duration.ofSeconds(30)))).isEmpty();
    assertThat(state.hold()).isEqualTo(new Hold(now.plusSeconds(30), "upgrade", "ann"));

    report(0, 1, 0, Duration.ofSeconds(20));
    assertThat(heldUntil()).isEqualTo(now.plusSeconds(30));
  }

  private @Nullable Instant heldUntil() {
    return Objects.requireNonNull(state.hold()).until();
  }

  @Test
  void an_absurd_retry_after_holds_for_the_longest_hold() {
    report(0, 1, 0, Duration.ofDays(9_000));

    assertThat(heldUntil()).isEqualTo(START.plus(settings.longestHold()));
  }

  @Test
  void an_operator_holds_until_it_is_released() {
    state =
        DestinationDecision.hold(state, settings, new Hold(null, "upgrade", "ann"), now).state();
    advance(100_000);
    report(0, 0, 5);
    assertThat(state.access()).isEqualTo(DestinationAccess.CLOSED);

    DestinationDecision released =
        DestinationDecision.release(state, settings, "upgrade is over", now);
    assertThat(released.state().access()).isEqualTo(DestinationAccess.LIMITED);
    assertThat(released.state().heldBetween(START, now)).isEqualTo(Duration.ofSeconds(100_000));
  }

  @Test
  void every_state_is_the_same_after_it_was_stored() {
    for (int i = 0; i < 200; i++) {
      int step = i;
      report(i % 5, i % 3 * 4, 10, i % 50 == 0 ? Duration.ofSeconds(3) : null);
      advance(1);
      assertThat(DestinationJson.read(DestinationJson.write(state)))
          .as("step %d", step)
          .isEqualTo(state);
    }
  }

  @Test
  void a_call_that_takes_many_times_as_long_as_usual_is_slow() {
    NormalLatency latency = NormalLatency.UNKNOWN;
    for (int i = 0; i < 20; i++) {
      assertThat(latency.isSlow(Duration.ofSeconds(9), 5)).isFalse();
      latency = latency.with(Duration.ofMillis(100));
    }

    assertThat(latency.isSlow(Duration.ofMillis(499), 5)).isFalse();
    assertThat(latency.isSlow(Duration.ofMillis(501), 5)).isTrue();
  }
}

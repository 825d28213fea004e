package io.taskforge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class TransitionTest {
  private static final JobId JOB = new JobId(new UUID(7, 7));

  /** Written out again, so that a change of the table is a decision and not a slip. */
  private static final Map<Transition, String> ARROWS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(Transition.CLAIMED, "QUEUED RETRYING -> RUNNING"),
              Map.entry(Transition.COMPLETED, "RUNNING -> SUCCEEDED"),
              Map.entry(Transition.RETRY_SCHEDULED, "RUNNING -> RETRYING"),
              Map.entry(Transition.GAVE_UP, "RUNNING -> FAILED"),
              Map.entry(Transition.DEAD_LETTERED, "RUNNING -> DEAD"),
              Map.entry(Transition.SNOOZED, "RUNNING -> QUEUED RETRYING"),
              Map.entry(Transition.DISCARDED, "RUNNING -> CANCELLED"),
              Map.entry(Transition.INTERRUPTED, "RUNNING -> QUEUED RETRYING"),
              Map.entry(Transition.LEASE_LOST, "RUNNING -> RETRYING"),
              Map.entry(Transition.LOST_FOR_GOOD, "RUNNING -> FAILED DEAD"),
              Map.entry(Transition.DEAD_LETTERED_BY_REQUEST, "QUEUED RETRYING FAILED -> DEAD"),
              Map.entry(
                  Transition.CANCELLED_BY_REQUEST,
                  "QUEUED RUNNING RETRYING FAILED DEAD -> CANCELLED"),
              Map.entry(Transition.RETRIES_CANCELLED, "RETRYING -> FAILED"),
              Map.entry(
                  Transition.RETRIED_NOW, "QUEUED RETRYING FAILED CANCELLED -> QUEUED RETRYING"),
              Map.entry(Transition.RESCHEDULED, "QUEUED RETRYING -> QUEUED RETRYING"),
              Map.entry(Transition.REFUNDED, "RUNNING -> QUEUED RETRYING"),
              Map.entry(Transition.REDRIVEN, "DEAD -> QUEUED")));

  private static Stream<Arguments> arrows(boolean legal) {
    return Stream.of(Transition.values())
        .flatMap(
            transition ->
                Stream.of(JobState.values())
                    .flatMap(
                        before ->
                            Stream.of(JobState.values())
                                .filter(after -> legal == isLegal(transition, before, after))
                                .map(after -> Arguments.of(transition, before, after))));
  }

  private static boolean isLegal(Transition transition, JobState before, JobState after) {
    String arrow = Objects.requireNonNull(ARROWS.get(transition));
    int middle = arrow.indexOf(" -> ");
    return isAmong(arrow.substring(0, middle), before)
        && isAmong(arrow.substring(middle + 4), after);
  }

  private static boolean isAmong(String states, JobState state) {
    return (" " + states + " ").contains(" " + state + " ");
  }

  static Stream<Arguments> legal() {
    return arrows(true);
  }

  static Stream<Arguments> illegal() {
    return arrows(false);
  }

  @ParameterizedTest
  @EnumSource(Transition.class)
  void the_table_is_as_written_here(Transition transition) {
    assertThat(names(transition.from()) + " -> " + names(transition.to()))
        .isEqualTo(ARROWS.get(transition));
  }

  private static String names(Set<JobState> states) {
    return states.stream().map(JobState::name).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @MethodSource("legal")
  void a_legal_change_passes(Transition transition, JobState before, JobState after) {
    assertThatCode(() -> transition.check(JOB, before, after)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("illegal")
  void an_illegal_change_is_rejected(Transition transition, JobState before, JobState after) {
    assertThatThrownBy(() -> transition.check(JOB, before, after))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessageStartingWith(
            "job %s cannot go from %s to %s: %s leads from "
                .formatted(JOB, before, after, transition));
  }

  @Test
  void the_message_names_the_allowed_states() {
    assertThatThrownBy(() -> Transition.RETRIED_NOW.check(JOB, JobState.SUCCEEDED, JobState.QUEUED))
        .hasMessage(
            "job 00000000-0000-0007-0000-000000000007 cannot go from SUCCEEDED to QUEUED:"
                + " RETRIED_NOW leads from [QUEUED, RETRYING, FAILED, CANCELLED] to [QUEUED,"
                + " RETRYING]");
  }
}

package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  private static final long MIB = 1024 * 1024;
  private static final Duration AT_ONCE = Duration.ZERO;

  @Test
  void a_quarter_of_the_heap_is_shared_out_and_then_answers_are_refused_until_one_is_sent() {
    HeapBudget answers = new HeapBudget(256 * MIB, AT_ONCE);
    HeapBudget.Reservation first = answers.reserve(HeapBudget.LARGE_ANSWER);
    for (int i = 1; i < 4; i++) {
      answers.reserve(HeapBudget.LARGE_ANSWER);
    }

    assertThatThrownBy(() -> answers.reserve(HeapBudget.LARGE_ANSWER))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(503);
              assertThat(refused.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
            });
    first.close();
    first.close();
    answers.reserve(HeapBudget.LARGE_ANSWER);
    assertThatThrownBy(() -> answers.reserve(HeapBudget.LARGE_ANSWER))
        .isInstanceOf(ProblemException.class);
  }

  @Test
  void an_answer_that_turned_out_small_leaves_its_room_to_others() {
    HeapBudget answers = new HeapBudget(128 * MIB, AT_ONCE);
    for (int i = 0; i < 1_000; i++) {
      answers.reserve(HeapBudget.LARGE_ANSWER).shrinkTo(1_000);
    }
    answers.reserve(HeapBudget.LARGE_ANSWER);
    answers.reserve(HeapBudget.LARGE_ANSWER);
    assertThatThrownBy(() -> answers.reserve(HeapBudget.LARGE_ANSWER))
        .isInstanceOf(ProblemException.class);
  }

  @Test
  void a_body_reserves_what_its_tree_may_take_and_one_of_unknown_length_the_most() {
    assertThat(HeapBudget.forBody(0)).isZero();
    assertThat(HeapBudget.forBody(32 * 1024)).isZero();
    assertThat(HeapBudget.forBody(100_000)).isEqualTo(3_200_000);
    assertThat(HeapBudget.forBody(-1)).isEqualTo(32 * Limits.MAX_BODY_BYTES);
    assertThat(HeapBudget.forBody(Long.MAX_VALUE)).isEqualTo(32 * Limits.MAX_BODY_BYTES);
  }

  @Test
  void the_smallest_heap_has_room_for_one() {
    try (HeapBudget.Reservation one =
        new HeapBudget(MIB, AT_ONCE).reserve(HeapBudget.LARGE_ANSWER)) {
      assertThat(one).isNotNull();
    }
  }
}

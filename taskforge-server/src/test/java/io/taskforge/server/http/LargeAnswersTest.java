package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LargeAnswersTest {
  private static final long MIB = 1024 * 1024;
  private static final Duration AT_ONCE = Duration.ZERO;

  @Test
  void a_quarter_of_the_heap_is_shared_out_and_then_answers_are_refused_until_one_is_sent() {
    LargeAnswers answers = new LargeAnswers(256 * MIB, AT_ONCE);
    LargeAnswers.Reservation first = answers.reserve();
    for (int i = 1; i < 4; i++) {
      answers.reserve();
    }

    assertThatThrownBy(answers::reserve)
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(503);
              assertThat(refused.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
            });
    first.close();
    first.close();
    answers.reserve();
    assertThatThrownBy(answers::reserve).isInstanceOf(ProblemException.class);
  }

  @Test
  void an_answer_that_turned_out_small_leaves_its_room_to_others() {
    LargeAnswers answers = new LargeAnswers(64 * MIB, AT_ONCE);
    for (int i = 0; i < 1_000; i++) {
      answers.reserve().shrinkTo(1_000);
    }
    answers.reserve();
    assertThatThrownBy(answers::reserve).isInstanceOf(ProblemException.class);
  }

  @Test
  void the_smallest_heap_has_room_for_one() {
    try (LargeAnswers.Reservation one = new LargeAnswers(MIB, AT_ONCE).reserve()) {
      assertThat(one).isNotNull();
    }
  }
}

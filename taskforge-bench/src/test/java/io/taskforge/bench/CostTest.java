package io.taskforge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostTest {
  @Test
  void a_cost_at_both_limits_is_not_too_high() {
    assertThat(new Cost("case", 300, 200).tooHigh()).isFalse();
  }

  @Test
  void a_cost_above_either_limit_is_too_high_and_its_row_says_so() {
    assertThat(new Cost("case", 300.1, 200).tooHigh()).isTrue();
    assertThat(new Cost("case", 300, 200.1).tooHigh()).isTrue();
    assertThat(new Cost("case", 300, 200.1)).asString().endsWith("ABOVE THE LIMIT");
  }

  @Test
  void a_missing_figure_is_too_high() {
    assertThat(new Cost("case", 1, Double.NaN).tooHigh()).isTrue();
    assertThat(new Cost("case", Double.NaN, 1).tooHigh()).isTrue();
  }
}

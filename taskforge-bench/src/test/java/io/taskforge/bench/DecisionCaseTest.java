package io.taskforge.bench;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecisionCaseTest {
  @Test
  void every_case_ends_as_its_circumstance_says() {
    List<DecisionCase> all = DecisionCase.all(1, 1_000_000);
    SplittableRandom random = new SplittableRandom(7);
    for (DecisionCase one : all) {
      assertThatCode(() -> one.check(random)).doesNotThrowAnyException();
    }
  }
}

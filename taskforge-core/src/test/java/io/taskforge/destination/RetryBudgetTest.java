package io.taskforge.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {
  private static final long SECOND = 1_000_000_000;
  private final RetryBudget budget =
      new RetryBudget(20, Duration.ofSeconds(10), 1, Duration.ofSeconds(1));

  @Test
  void retries_beyond_the_budget_are_spread_at_its_rate() {
    RetryBudgetAccount account = RetryBudgetAccount.opened(budget, 0);
    Duration last = Duration.ZERO;
    for (int i = 0; i < 30; i++) {
      RetryBudgetAccount.Scheduled next = account.schedule(budget, Duration.ZERO, 0);
      account = next.account();
      last = next.delay();
    }

    // 10 at once, then one a second.
    assertThat(last).isBetween(Duration.ofSeconds(19), Duration.ofSeconds(21));
  }

  @Test
  void first_attempts_earn_retries() {
    RetryBudgetAccount account = RetryBudgetAccount.opened(budget, 0);
    int onTime = 0;
    for (int second = 0; second < 60; second++) {
      account = account.started(budget, 100, second * SECOND);
      for (int i = 0; i < 50; i++) {
        RetryBudgetAccount.Scheduled next =
            account.schedule(budget, Duration.ofSeconds(2), second * SECOND);
        if (next.delay().equals(Duration.ofSeconds(2))) {
          onTime++;
          account = next.account();
        }
      }
    }

    // 20 % of 6,000, a little more or less for the smoothing.
    assertThat(onTime).isBetween(900, 1_400);
  }

  @Test
  void a_longer_delay_is_kept() {
    RetryBudgetAccount account = RetryBudgetAccount.opened(budget, 0);

    assertThat(account.schedule(budget, Duration.ofMinutes(5), 0).delay())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void a_budget_is_the_same_after_it_was_stored() {
    assertThat(RetryBudget.parse(budget.encoded())).isEqualTo(budget);
    assertThatThrownBy(() -> RetryBudget.percent(101))
        .hasMessage("percent must be from 0 to 100 but was 101");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20", "x PT10S 1 PT1S", "20 10s 1 PT1S", "20 PT10S 1.5 PT1S"})
  void other_stored_text_is_rejected(String text) {
    assertThatThrownBy(() -> RetryBudget.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a retry budget: '%s'".formatted(text));
  }
}

package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.alert.Verdict.Standing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AlertRulesTest {
  private static Standing standing(AlertRule rule, QueueFigures figures) {
    return standing(rule, figures, rule.defaults());
  }

  private static Standing standing(AlertRule rule, QueueFigures figures, RuleSettings settings) {
    return rule.judge(figures, settings).standing();
  }

  private static RuleSettings threshold(AlertRule rule, double threshold) {
    return rule.defaults().with(new RuleOverride(null, threshold, null, null, null));
  }

  @Test
  void one_dead_letter_fills_a_queue_and_only_none_leaves_it_empty() {
    AlertRule rule = new DeadLettersRule();

    assertThat(standing(rule, Figures.dead(0))).isEqualTo(Standing.CLEAR);
    assertThat(standing(rule, Figures.dead(1))).isEqualTo(Standing.OVER);
    assertThat(rule.defaults().hold()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void a_value_is_clear_only_well_below_its_bound() {
    AlertRule rule = new DeadLettersRule();
    RuleSettings ten = threshold(rule, 10);

    assertThat(standing(rule, Figures.dead(11), ten)).isEqualTo(Standing.OVER);
    assertThat(standing(rule, Figures.dead(10), ten)).isEqualTo(Standing.NEAR);
    assertThat(standing(rule, Figures.dead(9), ten)).isEqualTo(Standing.NEAR);
    assertThat(standing(rule, Figures.dead(8), ten)).isEqualTo(Standing.CLEAR);
  }

  @Test
  void more_than_ten_percent_retries_are_too_many() {
    AlertRule rule = new RetryRateRule();

    assertThat(standing(rule, Figures.attempts(1_000, 101, 0))).isEqualTo(Standing.OVER);
    assertThat(standing(rule, Figures.attempts(1_000, 100, 0))).isEqualTo(Standing.NEAR);
    assertThat(standing(rule, Figures.attempts(1_000, 80, 0))).isEqualTo(Standing.CLEAR);
    assertThat(rule.judge(Figures.attempts(1_000, 101, 0), rule.defaults()).value())
        .isEqualTo(10.1);
  }

  @Test
  void a_few_attempts_say_nothing_of_a_rate() {
    AlertRule rule = new RetryRateRule();

    assertThat(standing(rule, Figures.attempts(0, 0, 0))).isEqualTo(Standing.CLEAR);
    assertThat(standing(rule, Figures.attempts(3, 1, 0))).isEqualTo(Standing.CLEAR);
    assertThat(standing(rule, Figures.attempts(19, 19, 0))).isEqualTo(Standing.CLEAR);
    assertThat(standing(rule, Figures.attempts(20, 3, 0))).isEqualTo(Standing.OVER);
  }

  @Test
  void more_than_ten_exhausted_jobs_are_too_many() {
    AlertRule rule = new ExhaustedRule();

    assertThat(standing(rule, Figures.attempts(100, 0, 10))).isEqualTo(Standing.NEAR);
    assertThat(standing(rule, Figures.attempts(100, 0, 11))).isEqualTo(Standing.OVER);
    assertThat(standing(rule, Figures.attempts(100, 0, 8))).isEqualTo(Standing.CLEAR);
  }

  @Test
  void a_job_that_is_due_for_more_than_five_minutes_is_late_unless_its_queue_is_paused() {
    AlertRule rule = new RetryLatencyRule();
    Duration bound = Duration.ofMinutes(5);

    assertThat(standing(rule, Figures.due(false, 1, bound))).isEqualTo(Standing.NEAR);
    assertThat(standing(rule, Figures.due(false, 1, bound.plusMillis(1)))).isEqualTo(Standing.OVER);
    assertThat(standing(rule, Figures.due(true, 1, bound.plusDays(1)))).isEqualTo(Standing.CLEAR);
    assertThat(standing(rule, Figures.due(false, 0, Duration.ZERO))).isEqualTo(Standing.CLEAR);
  }

  @Test
  void one_due_job_that_nobody_runs_is_enough_unless_its_queue_is_paused() {
    AlertRule rule = new NoWorkerRule();

    assertThat(standing(rule, Figures.unserved(false, 0))).isEqualTo(Standing.CLEAR);
    assertThat(standing(rule, Figures.unserved(false, 1, "fax"))).isEqualTo(Standing.OVER);
    assertThat(standing(rule, Figures.unserved(true, 1, "fax"))).isEqualTo(Standing.CLEAR);
  }

  @Test
  void a_rule_that_is_switched_off_finds_all_well() {
    AlertRule rule = new DeadLettersRule();
    RuleSettings off = rule.defaults().with(new RuleOverride(false, null, null, null, null));

    assertThat(Evaluation.of(rule, Figures.dead(9), off).verdict().standing())
        .isEqualTo(Standing.CLEAR);
  }

  @Test
  void texts_have_the_figures() {
    Duration held = Duration.ofSeconds(315);
    AlertRule dead = new DeadLettersRule();
    AlertRule rate = new RetryRateRule();
    AlertRule exhausted = new ExhaustedRule();
    AlertRule late = new RetryLatencyRule();
    AlertRule nobody = new NoWorkerRule();

    assertThat(dead.text(Figures.dead(1), dead.defaults(), held))
        .isEqualTo("1 dead letter lies in mail for 5m15s; the bound is 0 for 5m");
    assertThat(rate.text(Figures.attempts(200, 47, 0), rate.defaults(), held))
        .isEqualTo(
            "23.5 % of the attempts in mail failed and are retried: 47 of 200 in 5m; the bound is"
                + " 10 %");
    assertThat(exhausted.text(Figures.attempts(200, 0, 12), exhausted.defaults(), held))
        .isEqualTo("12 jobs of mail used up all retries in 5m; the bound is 10");
    assertThat(late.text(Figures.due(false, 7, Duration.ofMinutes(6)), late.defaults(), held))
        .isEqualTo(
            "jobs and retries of mail start late: the oldest has been due for 6m, of 7 that are"
                + " due; the bound is 5m");
    assertThat(
            nobody.text(
                Figures.unserved(false, 7, "a", "b", "c", "d", "e", "f", "g"),
                nobody.defaults(),
                held))
        .isEqualTo(
            "7 jobs are due in mail and no live worker runs a, b, c, d, e and 2 more there, for"
                + " 5m15s; the bound is 0 for 2m");
  }
}

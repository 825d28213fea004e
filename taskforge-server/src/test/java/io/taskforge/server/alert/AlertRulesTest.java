package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.destination.DestinationId;
import io.taskforge.job.TenantId;
import io.taskforge.server.alert.Evaluation.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlertRulesTest {
  private static Level level(AlertRule rule, SubjectFigures figures) {
    return level(rule, figures, rule.defaults());
  }

  private static Level level(AlertRule rule, SubjectFigures figures, RuleSettings settings) {
    return Evaluation.of(rule, figures, settings).level();
  }

  private static RuleSettings threshold(AlertRule rule, double threshold) {
    return rule.defaults().with(new RuleOverride(null, threshold, null, null, null));
  }

  @Test
  void one_dead_letter_is_above_the_default_threshold() {
    AlertRule rule = AlertRules.DEAD_LETTERS;

    assertThat(level(rule, Figures.dead(0))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.dead(1))).isEqualTo(Level.ABOVE);
    assertThat(rule.defaults().hold()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void a_value_is_clear_only_well_below_its_threshold() {
    AlertRule rule = AlertRules.DEAD_LETTERS;
    RuleSettings ten = threshold(rule, 10);

    assertThat(level(rule, Figures.dead(11), ten)).isEqualTo(Level.ABOVE);
    assertThat(level(rule, Figures.dead(10), ten)).isEqualTo(Level.NEAR);
    assertThat(level(rule, Figures.dead(9), ten)).isEqualTo(Level.NEAR);
    assertThat(level(rule, Figures.dead(8), ten)).isEqualTo(Level.CLEAR);
  }

  @Test
  void retries_of_more_than_ten_percent_of_the_jobs_are_too_many() {
    AlertRule rule = AlertRules.RETRY_RATE;

    assertThat(level(rule, Figures.retries(1_000, 101, 0))).isEqualTo(Level.ABOVE);
    assertThat(level(rule, Figures.retries(1_000, 100, 0))).isEqualTo(Level.NEAR);
    assertThat(level(rule, Figures.retries(1_000, 80, 0))).isEqualTo(Level.CLEAR);
    assertThat(rule.check().measure(Figures.retries(1_000, 101, 0), rule.defaults()))
        .hasValue(10.1);
  }

  @Test
  void a_rate_is_not_evaluated_below_the_minimum_of_jobs() {
    AlertRule rule = AlertRules.RETRY_RATE;

    assertThat(level(rule, Figures.retries(0, 0, 0))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.retries(3, 1, 0))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.retries(19, 19, 0))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.retries(20, 3, 0))).isEqualTo(Level.ABOVE);
  }

  @Test
  void more_than_ten_exhausted_jobs_are_too_many() {
    AlertRule rule = AlertRules.EXHAUSTED;

    assertThat(level(rule, Figures.retries(100, 0, 10))).isEqualTo(Level.NEAR);
    assertThat(level(rule, Figures.retries(100, 0, 11))).isEqualTo(Level.ABOVE);
    assertThat(level(rule, Figures.retries(100, 0, 8))).isEqualTo(Level.CLEAR);
  }

  @Test
  void retries_that_wait_for_more_than_five_minutes_on_average_are_too_slow() {
    AlertRule rule = AlertRules.RETRY_LATENCY;
    Duration threshold = Duration.ofMinutes(5);

    assertThat(level(rule, Figures.retries(9, 2, 0, threshold))).isEqualTo(Level.NEAR);
    assertThat(level(rule, Figures.retries(9, 2, 0, threshold.plusMillis(1))))
        .isEqualTo(Level.ABOVE);
    assertThat(level(rule, Figures.retries(9, 0, 0))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.due(false, 1, threshold.plusDays(1)))).isEqualTo(Level.CLEAR);
  }

  @Test
  void a_job_that_is_due_for_more_than_five_minutes_is_late_unless_its_queue_is_paused() {
    AlertRule rule = AlertRules.LATE_JOBS;
    Duration threshold = Duration.ofMinutes(5);

    assertThat(level(rule, Figures.due(false, 1, threshold))).isEqualTo(Level.NEAR);
    assertThat(level(rule, Figures.due(false, 1, threshold.plusMillis(1)))).isEqualTo(Level.ABOVE);
    assertThat(level(rule, Figures.due(true, 1, threshold.plusDays(1)))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.due(false, 0, Duration.ZERO))).isEqualTo(Level.CLEAR);
  }

  @Test
  void one_due_job_without_a_worker_is_above_the_threshold_unless_its_queue_is_paused() {
    AlertRule rule = AlertRules.NO_WORKER;

    assertThat(level(rule, Figures.unserved(false, 0))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, Figures.unserved(false, 1, "fax"))).isEqualTo(Level.ABOVE);
    assertThat(level(rule, Figures.unserved(true, 1, "fax"))).isEqualTo(Level.CLEAR);
  }

  @Test
  void a_disabled_rule_is_always_clear() {
    AlertRule rule = AlertRules.DEAD_LETTERS;
    RuleSettings off = rule.defaults().with(new RuleOverride(false, null, null, null, null));

    assertThat(level(rule, Figures.dead(9), off)).isEqualTo(Level.CLEAR);
  }

  @Test
  void messages_contain_the_figures() {
    Duration held = Duration.ofSeconds(315);
    AlertRule dead = AlertRules.DEAD_LETTERS;
    AlertRule rate = AlertRules.RETRY_RATE;
    AlertRule exhausted = AlertRules.EXHAUSTED;
    AlertRule late = AlertRules.LATE_JOBS;
    AlertRule latency = AlertRules.RETRY_LATENCY;
    AlertRule noWorker = AlertRules.NO_WORKER;

    assertThat(dead.check().message(Figures.dead(1), dead.defaults(), held))
        .isEqualTo("1 dead letter in queue mail for 5m15s; the threshold is 0 for 5m");
    assertThat(rate.check().message(Figures.retries(200, 47, 0), rate.defaults(), held))
        .isEqualTo(
            "23.5 % of the jobs in queue mail needed a retry: 47 of 200 in 5m; the threshold is 10 %");
    assertThat(
            latency
                .check()
                .message(Figures.retries(9, 2, 0, Duration.ofMinutes(6)), latency.defaults(), held))
        .isEqualTo(
            "retries in queue mail wait for 6m on average: 2 retries scheduled in 5m; the threshold"
                + " is 5m");
    assertThat(exhausted.check().message(Figures.retries(200, 0, 12), exhausted.defaults(), held))
        .isEqualTo("12 jobs in queue mail exhausted all retries in 5m; the threshold is 10");
    assertThat(
            late.check()
                .message(Figures.due(false, 7, Duration.ofMinutes(6)), late.defaults(), held))
        .isEqualTo(
            "jobs in queue mail start late: the oldest of 7 due jobs has been due for 6m; the"
                + " threshold is 5m");
    assertThat(
            noWorker
                .check()
                .message(
                    Figures.unserved(false, 7, "a", "b", "c", "d", "e", "f", "g"),
                    noWorker.defaults(),
                    held))
        .isEqualTo(
            "7 due jobs in queue mail for 5m15s, but no live worker runs a, b, c, d, e and 2 more;"
                + " the threshold is 0 for 2m");
  }

  private static DestinationFigures destination(@Nullable Duration down) {
    return new DestinationFigures(
        AlertSubject.of(new DestinationId(TenantId.DEFAULT, "api:443")), down, "bad gateway");
  }

  @Test
  void a_destination_that_is_down_for_longer_than_the_threshold_raises_an_alert() {
    AlertRule rule = AlertRules.DESTINATION_DOWN;

    assertThat(level(rule, destination(null))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, destination(Duration.ofSeconds(20)))).isEqualTo(Level.CLEAR);
    assertThat(level(rule, destination(Duration.ofSeconds(31)))).isEqualTo(Level.ABOVE);
    assertThat(
            rule.check()
                .message(destination(Duration.ofMinutes(2)), rule.defaults(), Duration.ZERO))
        .isEqualTo(
            "destination api:443 has been down for 2m; the threshold is 30s; last error: bad"
                + " gateway");
  }

  @Test
  void a_command_of_the_advice_quotes_a_name_for_the_shell() {
    AlertRule rule = AlertRules.DESTINATION_DOWN;
    AlertSubject hostile =
        AlertSubject.of(new DestinationId(TenantId.DEFAULT, "$(id>/tmp/x)'`id`"));

    assertThat(rule.advice(hostile)).contains("show '$(id>/tmp/x)'\\''`id`' --tenant default");
  }

  @Test
  void rules_of_queues_measure_nothing_in_a_destination() {
    assertThat(AlertRules.all())
        .filteredOn(AlertRule::isOfQueues)
        .hasSize(AlertRules.all().size() - 1)
        .allMatch(rule -> level(rule, destination(Duration.ofHours(1))) == Level.CLEAR);
    assertThat(level(AlertRules.DESTINATION_DOWN, Figures.dead(1_000))).isEqualTo(Level.CLEAR);
  }
}

package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AlertDecisionTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final AlertRule DEAD = AlertRules.DEAD_LETTERS;
  private static final AlertRule RATE = AlertRules.RETRY_RATE;
  private Conditions conditions = Conditions.NONE;
  private final List<Alert> raised = new ArrayList<>();
  private final List<String> resolved = new ArrayList<>();

  private void see(Duration after, Evaluation... seen) {
    AlertDecision decision = AlertDecision.of(conditions, List.of(seen), START.plus(after));
    // As the next evaluation reads it from the store.
    conditions = WatchDocument.read(WatchDocument.write(decision.after()));
    raised.addAll(decision.raised());
    resolved.addAll(decision.resolved().values());
  }

  private static Evaluation evaluated(AlertRule rule, QueueFigures figures) {
    return Evaluation.of(rule, figures, rule.defaults());
  }

  private static Evaluation dead(long count) {
    return evaluated(DEAD, Figures.dead(count));
  }

  private static Evaluation rate(long percent) {
    return evaluated(RATE, Figures.retries(100, percent, 0));
  }

  private static TenantQueue place(String tenant, String queue) {
    return new TenantQueue(new TenantId(tenant), new QueueName(queue));
  }

  private static Duration seconds(long number) {
    return Duration.ofSeconds(number);
  }

  @Test
  void a_condition_that_held_longer_than_its_hold_time_is_raised_once() {
    see(seconds(0), dead(1));
    see(seconds(300), dead(1));
    assertThat(raised).isEmpty();

    see(seconds(301), dead(2));
    see(seconds(600), dead(3));
    see(seconds(6_000), dead(4));

    assertThat(raised).hasSize(1);
    Alert alert = raised.get(0);
    assertThat(alert.id()).matches("[0-9a-f]{12}");
    assertThat(alert.rule()).isEqualTo("dead-letters");
    assertThat(alert.queue()).isEqualTo(Figures.MAIL);
    assertThat(alert.since()).isEqualTo(START);
    assertThat(alert.raisedAt()).isEqualTo(START.plusSeconds(301));
    assertThat(alert.value()).isEqualTo(2);
    assertThat(alert.threshold()).isZero();
    assertThat(resolved).isEmpty();
    assertThat(conditions.open("dead-letters")).isEqualTo(1);
  }

  @Test
  void a_condition_that_was_clear_in_between_starts_over() {
    see(seconds(0), dead(1));
    see(seconds(290), dead(0));
    see(seconds(305), dead(1));
    see(seconds(600), dead(1));
    assertThat(raised).isEmpty();

    see(seconds(606), dead(1));
    assertThat(raised).hasSize(1);
  }

  @Test
  void an_alert_is_resolved_once_after_a_minute_of_clear_values() {
    see(seconds(0), rate(11));
    assertThat(raised).hasSize(1);

    see(seconds(15), rate(1));
    see(seconds(74), rate(1));
    assertThat(resolved).isEmpty();

    see(seconds(75), rate(1));
    see(seconds(90), rate(1));
    assertThat(resolved).containsExactly(raised.get(0).id());
    assertThat(conditions.all()).isEmpty();
  }

  @Test
  void a_value_that_fluctuates_around_its_threshold_is_one_alert() {
    for (int i = 0; i < 100; i++) {
      see(seconds(15L * i), rate(i % 2 == 0 ? 11 : 9));
    }
    assertThat(raised).hasSize(1);
    assertThat(resolved).isEmpty();

    for (int i = 100; i < 200; i++) {
      see(seconds(15L * i), rate(i % 4 == 0 ? 11 : 0));
    }
    assertThat(raised).hasSize(1);
    assertThat(resolved).isEmpty();
  }

  @Test
  void a_condition_that_recurs_after_it_was_resolved_is_a_new_alert() {
    see(seconds(0), rate(11));
    see(seconds(15), rate(0));
    see(seconds(75), rate(0));
    see(seconds(90), rate(11));

    assertThat(raised).extracting(Alert::id).doesNotHaveDuplicates().hasSize(2);
    assertThat(resolved).hasSize(1);
  }

  @Test
  void deciding_the_same_again_gives_the_alert_the_same_id() {
    see(seconds(0), dead(1));
    Conditions before = conditions;
    see(seconds(301), dead(1));
    conditions = before;
    see(seconds(361), dead(1));

    assertThat(raised).hasSize(2);
    assertThat(raised.get(0).id()).isEqualTo(raised.get(1).id());
  }

  @Test
  void each_queue_and_rule_has_its_own_alert() {
    QueueFigures sms =
        new QueueFigures(
            place("default", "sms"), false, 1, 0, Duration.ZERO, 0, Set.of(), Map.of());
    see(seconds(0), dead(1), rate(50), evaluated(DEAD, sms));
    see(seconds(301), dead(0), rate(50), evaluated(DEAD, sms));

    assertThat(raised)
        .extracting(alert -> alert.rule() + " " + alert.queue())
        .containsExactly("retry-rate mail", "dead-letters sms");
  }

  private static Evaluation deadOf(String tenant, String queue) {
    return evaluated(
        DEAD,
        new QueueFigures(place(tenant, queue), false, 1, 0, Duration.ZERO, 0, Set.of(), Map.of()));
  }

  @Test
  void tenants_that_share_a_queue_have_separate_alerts() {
    see(seconds(0), deadOf("acme", "mail"));
    see(seconds(200), deadOf("acme", "mail"), deadOf("bolt", "mail"));
    see(seconds(301), deadOf("acme", "mail"), deadOf("bolt", "mail"));
    assertThat(raised).extracting(alert -> alert.tenant().value()).containsExactly("acme");

    see(seconds(501), deadOf("acme", "mail"), deadOf("bolt", "mail"));

    assertThat(raised).extracting(alert -> alert.tenant().value()).containsExactly("acme", "bolt");
    assertThat(raised).extracting(Alert::id).doesNotHaveDuplicates();
    assertThat(raised.get(0).text())
        .startsWith("tenant acme: 1 dead letter in queue mail for 5m1s")
        .contains("./taskforge dlq redrive --all --queue mail --tenant acme.");
  }

  @Test
  void an_alert_of_a_removed_rule_is_resolved() {
    conditions =
        new Conditions(
            Map.of(
                new Condition("of-old", AlertSubject.of(Figures.PLACE)),
                new Condition.State(START, "abc", null)),
            0);

    see(seconds(15), dead(0));

    assertThat(resolved).containsExactly("abc");
  }
}

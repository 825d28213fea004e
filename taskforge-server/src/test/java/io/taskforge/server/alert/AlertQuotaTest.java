package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** More conditions than the limit of open alerts. */
class AlertQuotaTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final AlertRule RATE = AlertRules.RETRY_RATE;
  private Conditions conditions = Conditions.NONE;
  private final List<Alert> raised = new ArrayList<>();

  private void see(long second, List<Evaluation> seen) {
    AlertDecision decision = AlertDecision.of(conditions, seen, START.plusSeconds(second));
    conditions = WatchDocument.read(WatchDocument.write(decision.after()));
    raised.addAll(decision.raised());
  }

  private static Evaluation evaluated(AlertRule rule, QueueFigures figures) {
    return Evaluation.of(rule, figures, rule.defaults());
  }

  private static TenantQueue place(String tenant, String queue) {
    return new TenantQueue(new TenantId(tenant), new QueueName(queue));
  }

  private static Evaluation deadOf(String tenant, String queue) {
    return evaluated(
        AlertRules.DEAD_LETTERS,
        new QueueFigures(place(tenant, queue), false, 1, 0, Duration.ZERO, 0, Set.of(), Map.of()));
  }

  @Test
  void open_alerts_are_limited_and_the_most_severe_come_first() {
    List<Evaluation> seen = new ArrayList<>();
    for (int i = 0; i < AlertDecision.MAX_OPEN + 5; i++) {
      TenantQueue place = place("t" + i, "q");
      Map<Duration, RetryActivity> bad =
          Map.of(Figures.WINDOW, new RetryActivity(100, 50, i < 3 ? 50 : 0, 50, Duration.ZERO));
      QueueFigures figures = new QueueFigures(place, false, 0, 0, Duration.ZERO, 0, Set.of(), bad);
      seen.add(evaluated(RATE, figures));
      seen.add(evaluated(AlertRules.EXHAUSTED, figures));
    }

    AlertDecision decision = AlertDecision.of(Conditions.NONE, seen, START);

    assertThat(decision.raised()).hasSize(AlertDecision.MAX_OPEN);
    assertThat(decision.raised().subList(0, 3)).extracting(Alert::rule).containsOnly("exhausted");
    assertThat(decision.after().heldBack()).isEqualTo(8);
    assertThat(WatchDocument.write(decision.after()).length()).isLessThan(200_000);
    assertThat(AlertDecision.of(decision.after(), seen, START.plusSeconds(15)).raised()).isEmpty();
  }

  @Test
  void a_tenant_with_many_conditions_leaves_quota_for_the_others() {
    List<Evaluation> seen = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      seen.add(deadOf("acme", "q" + i));
    }
    see(0, seen);
    see(301, seen);
    assertThat(raised).hasSize(AlertDecision.MAX_OPEN / 2);
    assertThat(conditions.heldBack())
        .as("200 are open, 200 pending, the rest dropped")
        .isEqualTo(600);

    seen.add(deadOf("bolt", "z1"));
    seen.add(deadOf("bolt", "z2"));
    see(310, seen);
    see(700, seen);

    assertThat(raised.subList(AlertDecision.MAX_OPEN / 2, raised.size()))
        .extracting(alert -> alert.tenant() + " " + alert.queue())
        .containsExactly("bolt z1", "bolt z2");
  }

  @Test
  void a_tenant_with_many_critical_conditions_does_not_hide_the_warnings_of_others() {
    List<Evaluation> seen = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Map<Duration, RetryActivity> bad =
          Map.of(Figures.WINDOW, new RetryActivity(100, 50, 50, 50, Duration.ZERO));
      seen.add(
          evaluated(
              AlertRules.EXHAUSTED,
              new QueueFigures(
                  place("evil", "q" + i), false, 0, 0, Duration.ZERO, 0, Set.of(), bad)));
    }
    seen.add(deadOf("bolt", "mail"));

    see(0, seen);
    see(15, seen);
    see(301, seen);

    assertThat(raised.subList(AlertDecision.MAX_OPEN / 2, raised.size()))
        .extracting(alert -> alert.tenant() + " " + alert.rule())
        .containsExactly("bolt dead-letters");
  }

  @Test
  void conditions_fit_into_a_document_even_with_the_longest_names() {
    Instant fine = Instant.parse("2030-01-01T00:00:00.123456Z");
    List<Evaluation> bad = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      TenantQueue place = place("t%063d".formatted(i), "q%063d".formatted(i));
      QueueFigures figures =
          new QueueFigures(place, false, 0, 1, Duration.ofDays(1), 0, Set.of(), Map.of());
      bad.add(evaluated(AlertRules.LATE_JOBS, figures));
    }
    Conditions pending = AlertDecision.of(Conditions.NONE, bad, fine).after();
    Conditions open = AlertDecision.of(pending, bad, fine.plusSeconds(61)).after();
    List<Evaluation> clear =
        bad.stream()
            .map(
                one ->
                    evaluated(
                        one.rule(),
                        new QueueFigures(
                            ((QueueFigures) one.figures()).place(),
                            false,
                            0,
                            0,
                            Duration.ZERO,
                            0,
                            Set.of(),
                            Map.of())))
            .toList();
    List<Evaluation> half = new ArrayList<>(clear.subList(0, AlertDecision.MAX_OPEN));
    half.addAll(bad.subList(AlertDecision.MAX_OPEN, bad.size()));

    Conditions most = AlertDecision.of(open, half, fine.plusSeconds(62)).after();

    assertThat(most.all()).hasSize(2 * AlertDecision.MAX_OPEN);
    assertThat(most.open("late-jobs")).isEqualTo(AlertDecision.MAX_OPEN);
    assertThat(WatchDocument.write(most).length()).isLessThan(256 * 1024);
    assertThat(WatchDocument.read(WatchDocument.write(most))).isEqualTo(most);
  }
}

package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.AttemptCounts;
import io.taskforge.store.TenantQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What happens when more is wrong than anybody could be told. */
class AlertQuotaTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final AlertRule RATE = new RetryRateRule();
  private Conditions courses = Conditions.NONE;
  private final List<Alert> raised = new ArrayList<>();

  private void see(long second, List<Evaluation> seen) {
    AlertDecision decision = AlertDecision.of(courses, seen, START.plusSeconds(second));
    courses = ConditionsJson.read(ConditionsJson.write(decision.after()));
    raised.addAll(decision.raised());
  }

  private static Evaluation judged(AlertRule rule, QueueFigures figures) {
    return Evaluation.of(rule, figures, rule.defaults());
  }

  private static TenantQueue place(String tenant, String queue) {
    return new TenantQueue(new TenantId(tenant), new QueueName(queue));
  }

  private static Evaluation deadOf(String tenant, String queue) {
    return judged(
        new DeadLettersRule(),
        new QueueFigures(place(tenant, queue), false, 1, 0, Duration.ZERO, 0, Set.of(), Map.of()));
  }

  @Test
  void so_many_are_open_at_most_and_the_worst_come_first() {
    List<Evaluation> seen = new ArrayList<>();
    for (int i = 0; i < AlertDecision.MOST_OPEN + 5; i++) {
      TenantQueue place = place("t" + i, "q");
      Map<Duration, AttemptCounts> bad =
          Map.of(Figures.WINDOW, new AttemptCounts(100, 50, i < 3 ? 50 : 0));
      QueueFigures figures = new QueueFigures(place, false, 0, 0, Duration.ZERO, 0, Set.of(), bad);
      seen.add(judged(RATE, figures));
      seen.add(judged(new ExhaustedRule(), figures));
    }

    AlertDecision decision = AlertDecision.of(Conditions.NONE, seen, START);

    assertThat(decision.raised()).hasSize(AlertDecision.MOST_OPEN);
    assertThat(decision.raised().subList(0, 3)).extracting(Alert::rule).containsOnly("exhausted");
    assertThat(decision.after().heldBack()).isEqualTo(8);
    assertThat(ConditionsJson.write(decision.after()).length()).isLessThan(200_000);
    assertThat(AlertDecision.of(decision.after(), seen, START.plusSeconds(15)).raised()).isEmpty();
  }

  @Test
  void a_tenant_with_very_much_wrong_leaves_room_for_the_others() {
    List<Evaluation> seen = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      seen.add(deadOf("acme", "q" + i));
    }
    see(0, seen);
    see(301, seen);
    assertThat(raised).hasSize(AlertDecision.MOST_OPEN / 2);
    assertThat(courses.heldBack())
        .as("200 are open, 200 noted, the rest not even that")
        .isEqualTo(600);

    seen.add(deadOf("bolt", "z1"));
    seen.add(deadOf("bolt", "z2"));
    see(310, seen);
    see(700, seen);

    assertThat(raised.subList(AlertDecision.MOST_OPEN / 2, raised.size()))
        .extracting(alert -> alert.tenant() + " " + alert.queue())
        .containsExactly("bolt z1", "bolt z2");
  }

  @Test
  void a_tenant_with_very_much_that_is_critical_does_not_hide_the_warnings_of_others() {
    List<Evaluation> seen = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Map<Duration, AttemptCounts> bad = Map.of(Figures.WINDOW, new AttemptCounts(100, 50, 50));
      seen.add(
          judged(
              new ExhaustedRule(),
              new QueueFigures(
                  place("evil", "q" + i), false, 0, 0, Duration.ZERO, 0, Set.of(), bad)));
    }
    seen.add(deadOf("bolt", "mail"));

    see(0, seen);
    see(15, seen);
    see(301, seen);

    assertThat(raised.subList(AlertDecision.MOST_OPEN / 2, raised.size()))
        .extracting(alert -> alert.tenant() + " " + alert.rule())
        .containsExactly("bolt dead-letters");
  }

  @Test
  void what_is_kept_fits_into_a_document_whatever_tenants_and_queues_are_called() {
    Instant fine = Instant.parse("2030-01-01T00:00:00.123456Z");
    List<Evaluation> bad = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      TenantQueue place = place("t%063d".formatted(i), "q%063d".formatted(i));
      QueueFigures figures =
          new QueueFigures(place, false, 0, 1, Duration.ofDays(1), 0, Set.of(), Map.of());
      bad.add(judged(new RetryLatencyRule(), figures));
    }
    Conditions begun = AlertDecision.of(Conditions.NONE, bad, fine).after();
    Conditions open = AlertDecision.of(begun, bad, fine.plusSeconds(61)).after();
    List<Evaluation> well =
        bad.stream()
            .map(
                one ->
                    judged(
                        one.rule(),
                        new QueueFigures(
                            one.place(), false, 0, 0, Duration.ZERO, 0, Set.of(), Map.of())))
            .toList();
    List<Evaluation> half = new ArrayList<>(well.subList(0, AlertDecision.MOST_OPEN));
    half.addAll(bad.subList(AlertDecision.MOST_OPEN, bad.size()));

    Conditions most = AlertDecision.of(open, half, fine.plusSeconds(62)).after();

    assertThat(most.all()).hasSize(2 * AlertDecision.MOST_OPEN);
    assertThat(most.open("retry-latency")).isEqualTo(AlertDecision.MOST_OPEN);
    assertThat(ConditionsJson.write(most).length()).isLessThan(256 * 1024);
    assertThat(ConditionsJson.read(ConditionsJson.write(most))).isEqualTo(most);
  }
}

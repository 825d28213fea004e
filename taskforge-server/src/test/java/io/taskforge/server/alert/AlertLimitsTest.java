package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Limits on stored alerts and on gauges, with many tenants. */
class AlertLimitsTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId BOLT = new TenantId("bolt");

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final DeadLetterJobs jobs = new DeadLetterJobs(store, clock);
  private final Alerts alerts = new Alerts(store);
  private final List<String> reported = new ArrayList<>();
  private final AlertWatch node = new AlertWatch(store, List.of(this::report));

  private void report(Alert alert) {
    reported.add(alert.tenant() + (alert.isOpen() ? " raised" : " resolved"));
  }

  private void watch(Duration time) {
    for (long looks = time.dividedBy(AlertWatch.INTERVAL); looks > 0; looks--) {
      clock.advance(AlertWatch.INTERVAL);
      node.turn();
    }
  }

  @Test
  void the_first_hundred_tenants_have_their_own_gauges_and_the_rest_share_one() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new AlertGauges(node).bindTo(registry);
    for (int i = 0; i < 130; i++) {
      jobs.addOne("t" + i);
    }
    node.turn();
    watch(Duration.ofMinutes(6));

    Map<String, Double> shown = new TreeMap<>();
    registry
        .get("taskforge.tenant.alerts.open")
        .gauges()
        .forEach(gauge -> shown.put(gauge.getId().getTag("tenant"), gauge.value()));
    assertThat(shown).hasSize(AlertGauges.MAX_TENANTS + 1).containsEntry("other", 30.0);
    assertThat(registry.get("taskforge.alerts.open").tag("rule", "dead-letters").gauge().value())
        .isEqualTo(130);
    assertThat(registry.get("taskforge.alerts.held.back").gauge().value()).isZero();
  }

  @Test
  void conditions_beyond_the_limit_of_open_alerts_are_counted() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new AlertGauges(node).bindTo(registry);
    for (int i = 0; i < AlertDecision.MAX_OPEN; i++) {
      jobs.addOne("t" + i);
    }
    node.turn();
    watch(Duration.ofMinutes(6));
    for (int i = 0; i < 7; i++) {
      jobs.addOne("late" + i);
    }
    watch(Duration.ofMinutes(6));

    assertThat(reported).hasSize(AlertDecision.MAX_OPEN);
    assertThat(alerts.all(null)).hasSize(AlertDecision.MAX_OPEN);
    assertThat(registry.get("taskforge.alerts.held.back").gauge().value()).isEqualTo(7);

    jobs.cancelAll("t0");
    watch(Duration.ofMinutes(3));
    assertThat(reported).endsWith("t0 resolved", "late0 raised");
  }

  @Test
  void one_tenants_history_does_not_evict_anothers() {
    Alert example = resolved(BOLT, 0);
    store(example);
    for (int i = 1; i <= Alerts.MAX_RESOLVED_PER_TENANT + 20; i++) {
      store(resolved(ACME, i));
    }
    jobs.addOne("acme");
    node.turn();
    watch(Duration.ofMinutes(6));

    assertThat(alerts.all(ACME)).hasSize(Alerts.MAX_RESOLVED_PER_TENANT + 1);
    assertThat(alerts.all(ACME)).noneMatch(alert -> alert.id().equals(resolved(ACME, 20).id()));
    assertThat(alerts.all(BOLT)).containsExactly(example);
  }

  private Alert resolved(TenantId tenant, int number) {
    Instant raisedAt = Instant.parse("2029-12-31T00:00:00Z").plusSeconds(number);
    return new Alert(
        "%012x".formatted(number),
        new Condition("dead-letters", new AlertSubject(tenant, Figures.MAIL, null)),
        Severity.WARNING,
        "an example",
        1,
        0,
        new Alert.Times(raisedAt, raisedAt, raisedAt),
        null);
  }

  private void store(Alert alert) {
    assertThat(
            store
                .documents()
                .create(
                    new DocumentKey(DocumentKind.ALERT, alert.tenant(), alert.id()),
                    Json.write(AlertJson.VIEW.json(alert)),
                    null))
        .isPresent();
  }
}

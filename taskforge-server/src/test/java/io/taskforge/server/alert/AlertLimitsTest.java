package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taskforge.job.TenantId;
import io.taskforge.server.http.Json;
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

/** However many tenants are in trouble, what is kept and shown of it stays bounded. */
class AlertLimitsTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId BOLT = new TenantId("bolt");

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final DeadLetterJobs jobs = new DeadLetterJobs(store, clock);
  private final Alerts alerts = new Alerts(store);
  private final List<String> told = new ArrayList<>();
  private final AlertWatch node = new AlertWatch(store, List.of(new Listener()));

  private final class Listener implements AlertSink {
    @Override
    public void raised(Alert alert) {
      told.add(alert.tenant() + " raised");
    }

    @Override
    public void resolved(Alert alert) {
      told.add(alert.tenant() + " resolved");
    }
  }

  private void watch(Duration time) {
    for (long looks = time.dividedBy(AlertWatch.INTERVAL); looks > 0; looks--) {
      clock.advance(AlertWatch.INTERVAL);
      node.turn();
    }
  }

  @Test
  void gauges_name_the_first_hundred_tenants_and_count_the_rest_together() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new AlertGauges(node).bindTo(registry);
    for (int i = 0; i < 130; i++) {
      jobs.letOneDie("t" + i);
    }
    node.turn();
    watch(Duration.ofMinutes(6));

    Map<String, Double> shown = new TreeMap<>();
    registry
        .get("taskforge.tenant.alerts.open")
        .gauges()
        .forEach(gauge -> shown.put(gauge.getId().getTag("tenant"), gauge.value()));
    assertThat(shown).hasSize(AlertGauges.MOST_TENANTS + 1).containsEntry("other", 30.0);
    assertThat(registry.get("taskforge.alerts.open").tag("rule", "dead-letters").gauge().value())
        .isEqualTo(130);
    assertThat(registry.get("taskforge.alerts.held.back").gauge().value()).isZero();
  }

  @Test
  void how_much_more_is_wrong_than_there_is_room_for_is_said() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new AlertGauges(node).bindTo(registry);
    for (int i = 0; i < AlertDecision.MOST_OPEN; i++) {
      jobs.letOneDie("t" + i);
    }
    node.turn();
    watch(Duration.ofMinutes(6));
    for (int i = 0; i < 7; i++) {
      jobs.letOneDie("late" + i);
    }
    watch(Duration.ofMinutes(6));

    assertThat(told).hasSize(AlertDecision.MOST_OPEN);
    assertThat(alerts.all(null)).hasSize(AlertDecision.MOST_OPEN);
    assertThat(registry.get("taskforge.alerts.held.back").gauge().value()).isEqualTo(7);

    jobs.takeAllAway("t0");
    watch(Duration.ofMinutes(3));
    assertThat(told).endsWith("t0 resolved", "late0 raised");
  }

  @Test
  void one_tenants_history_does_not_push_out_anothers() {
    Alert example = resolved(BOLT, 0);
    store(example);
    for (int i = 1; i <= Alerts.MOST_RESOLVED_OF_A_TENANT + 20; i++) {
      store(resolved(ACME, i));
    }
    jobs.letOneDie("acme");
    node.turn();
    watch(Duration.ofMinutes(6));

    assertThat(alerts.all(ACME)).hasSize(Alerts.MOST_RESOLVED_OF_A_TENANT + 1);
    assertThat(alerts.all(ACME)).noneMatch(alert -> alert.id().equals(resolved(ACME, 20).id()));
    assertThat(alerts.all(BOLT)).containsExactly(example);
  }

  private Alert resolved(TenantId tenant, int number) {
    Instant raisedAt = Instant.parse("2029-12-31T00:00:00Z").plusSeconds(number);
    return new Alert(
        "%012x".formatted(number),
        "dead-letters",
        tenant,
        Figures.MAIL,
        Severity.WARNING,
        "it was so",
        1,
        0,
        raisedAt,
        raisedAt,
        raisedAt,
        null,
        null,
        null);
  }

  private void store(Alert alert) {
    assertThat(
            store
                .documents()
                .create(
                    new DocumentKey(DocumentKind.ALERT, alert.tenant(), alert.id()),
                    Json.write(AlertJson.of(alert)),
                    null))
        .isPresent();
  }
}

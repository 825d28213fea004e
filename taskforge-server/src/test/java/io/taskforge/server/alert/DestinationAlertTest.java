package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.destination.Hold;
import io.taskforge.job.TenantId;
import io.taskforge.server.api.TestDestinations;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An open circuit breaker raises an alert, and a closed one resolves it. */
class DestinationAlertTest {
  private static final TenantId ACME = TestDestinations.TENANT;

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final Alerts alerts = new Alerts(store);
  private final AlertWatch node = new AlertWatch(store, List.of());

  private void watch(Duration time) {
    for (long looks = time.dividedBy(AlertWatch.INTERVAL); looks > 0; looks--) {
      clock.advance(AlertWatch.INTERVAL);
      node.turn();
    }
  }

  @Test
  void an_open_breaker_raises_one_alert_that_is_resolved_when_it_closes() {
    TestDestinations.open(store, null);
    watch(Duration.ofSeconds(30));
    assertThat(alerts.all(ACME)).isEmpty();

    watch(Duration.ofMinutes(5));
    assertThat(alerts.all(ACME)).hasSize(1);
    Alert alert = alerts.all(ACME).get(0);
    assertThat(alert.rule()).isEqualTo("destination-down");
    assertThat(alert.queue()).isNull();
    assertThat(alert.destination()).isEqualTo("api.example.com:443");
    assertThat(alert.text())
        .startsWith("tenant acme: destination api.example.com:443 has been down for 45s")
        .contains("last error: bad gateway")
        .contains("./taskforge destinations show api.example.com:443 --tenant acme");
    assertThat(alert.isOpen()).isTrue();

    TestDestinations.close(store);
    watch(Duration.ofMinutes(2));
    assertThat(alerts.all(ACME)).hasSize(1).noneMatch(Alert::isOpen);
  }

  @Test
  void a_destination_that_an_operator_holds_raises_no_alert() {
    TestDestinations.open(store, new Hold(null, "maintenance", "ann"));

    watch(Duration.ofMinutes(5));

    assertThat(alerts.all(ACME)).isEmpty();
  }
}

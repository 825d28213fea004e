package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.server.alert.QueueFigures.LiveTypes;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules are evaluated for each tenant's part of a queue separately. */
class AlertTenantsTest {
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
  void alerts_of_two_tenants_in_one_queue_are_raised_and_resolved_separately() {
    jobs.addOne("acme");
    node.turn();
    watch(Duration.ofMinutes(2));
    jobs.addOne("bolt");
    watch(Duration.ofMinutes(4));
    assertThat(reported).containsExactly("acme raised");

    watch(Duration.ofMinutes(4));
    assertThat(reported).containsExactly("acme raised", "bolt raised");
    assertThat(alerts.all(ACME)).extracting(Alert::tenant).containsExactly(ACME);
    assertThat(alerts.all(BOLT)).extracting(Alert::tenant).containsExactly(BOLT);
    assertThat(alerts.all(null)).hasSize(2);

    jobs.cancelAll("acme");
    watch(Duration.ofMinutes(10));
    assertThat(reported).containsExactly("acme raised", "bolt raised", "acme resolved");
    assertThat(alerts.all(ACME)).noneMatch(Alert::isOpen);
    assertThat(alerts.all(BOLT)).allMatch(Alert::isOpen);

    jobs.cancelAll("bolt");
    watch(Duration.ofMinutes(10));
    assertThat(reported).hasSize(4).endsWith("bolt resolved");
  }

  @Test
  void only_its_tenant_and_operators_find_and_acknowledge_an_alert() {
    jobs.addOne("acme");
    node.turn();
    watch(Duration.ofMinutes(6));
    String id = alerts.all(null).get(0).id();

    assertThat(alerts.find(id, BOLT)).isEmpty();
    assertThat(alerts.acknowledge(id, BOLT, "bolt", null, null)).isEmpty();
    assertThat(alerts.find(id, ACME)).isPresent();
    assertThat(alerts.find(id, null)).isEqualTo(alerts.find(id, ACME));
    assertThat(alerts.acknowledge(id, null, "ops", "on it", null).orElseThrow().acknowledgement())
        .extracting(Alert.Acknowledgement::by)
        .isEqualTo("ops");
    assertThat(alerts.acknowledge("ba9876543210", null, "ops", null, null)).isEmpty();
  }

  @Test
  void a_worker_with_a_tenants_key_serves_that_tenant_alone() {
    TenantQueue acme = new TenantQueue(ACME, Figures.MAIL);
    TenantQueue bolt = new TenantQueue(BOLT, Figures.MAIL);
    JobTypeName fax = new JobTypeName("fax");
    JobTypeName call = new JobTypeName("call");

    LiveTypes types =
        LiveTypes.of(
            List.of(worker("acme:w1", "remote", fax), worker("eu:mailer-3f2a", "host-7", call)));

    assertThat(types.contains(acme, fax)).isTrue();
    assertThat(types.contains(bolt, fax)).isFalse();
    assertThat(types.contains(acme, call)).isTrue();
    assertThat(types.contains(bolt, call)).isTrue();
    assertThat(types.contains(new TenantQueue(ACME, new QueueName("sms")), fax)).isFalse();
  }

  private WorkerInfo worker(String name, String host, JobTypeName type) {
    return new WorkerInfo(
        new WorkerId(name),
        host,
        "",
        Set.of(Figures.MAIL),
        Set.of(type),
        1,
        0,
        WorkerMode.ACTIVE,
        clock.instant(),
        clock.instant());
  }
}

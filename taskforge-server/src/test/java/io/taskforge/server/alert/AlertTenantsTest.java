package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.TenantQueue;
import io.taskforge.store.WorkerInfo;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each tenant's part of a queue is judged by itself, whoever else is in it. */
class AlertTenantsTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId BOLT = new TenantId("bolt");
  private static final String OLD_ID = "0123456789ab";

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
  void two_tenants_in_one_queue_are_raised_and_resolved_each_once_and_by_themselves() {
    jobs.letOneDie("acme");
    node.turn();
    watch(Duration.ofMinutes(2));
    jobs.letOneDie("bolt");
    watch(Duration.ofMinutes(4));
    assertThat(told).containsExactly("acme raised");

    watch(Duration.ofMinutes(4));
    assertThat(told).containsExactly("acme raised", "bolt raised");
    assertThat(alerts.all(ACME)).extracting(Alert::tenant).containsExactly(ACME);
    assertThat(alerts.all(BOLT)).extracting(Alert::tenant).containsExactly(BOLT);
    assertThat(alerts.all(null)).hasSize(2);

    jobs.takeAllAway("acme");
    watch(Duration.ofMinutes(10));
    assertThat(told).containsExactly("acme raised", "bolt raised", "acme resolved");
    assertThat(alerts.all(ACME)).noneMatch(Alert::isOpen);
    assertThat(alerts.all(BOLT)).allMatch(Alert::isOpen);

    jobs.takeAllAway("bolt");
    watch(Duration.ofMinutes(10));
    assertThat(told).hasSize(4).endsWith("bolt resolved");
  }

  @Test
  void an_alert_is_found_and_taken_on_by_its_own_tenant_and_by_operators_alone() {
    jobs.letOneDie("acme");
    node.turn();
    watch(Duration.ofMinutes(6));
    String id = alerts.all(null).get(0).id();

    assertThat(alerts.find(id, BOLT)).isEmpty();
    assertThat(alerts.acknowledge(id, BOLT, "bolt", null)).isEmpty();
    assertThat(alerts.find(id, ACME)).isPresent();
    assertThat(alerts.find(id, null)).isEqualTo(alerts.find(id, ACME));
    assertThat(alerts.acknowledge(id, null, "ops", "on it").orElseThrow().acknowledgedBy())
        .isEqualTo("ops");
    assertThat(alerts.acknowledge("ba9876543210", null, "ops", null)).isEmpty();
  }

  private void leaveWhatAnEarlierVersionLeft() {
    assertThat(
            store
                .documents()
                .create(
                    WatchDocument.KEY,
                    """
                    {"courses": [{"rule": "dead-letters", "queue": "mail.dead",
                      "since": "2029-12-31T23:50:00Z", "alert": "%s"}]}
                    """
                        .formatted(OLD_ID),
                    clock.instant()))
        .isPresent();
    assertThat(
            store
                .documents()
                .create(
                    new DocumentKey(DocumentKind.ALERT, TenantId.DEFAULT, OLD_ID),
                    """
                    {"id": "%s", "state": "open", "rule": "dead-letters", "queue": "mail.dead",
                     "severity": "warning", "text": "2 dead letters lie in mail.dead",
                     "value": 2.0, "threshold": 0.0, "since": "2029-12-31T23:50:00Z",
                     "raisedAt": "2029-12-31T23:55:15Z", "resolvedAt": null,
                     "acknowledgedAt": null, "acknowledgedBy": null, "note": null}
                    """
                        .formatted(OLD_ID),
                    null))
        .isPresent();
  }

  @Test
  void an_open_alert_of_an_earlier_version_goes_on_as_the_default_tenants() {
    leaveWhatAnEarlierVersionLeft();
    jobs.letOneDie();

    node.turn();
    watch(Duration.ofMinutes(20));
    assertThat(told).isEmpty();
    assertThat(alerts.all(null))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.id()).isEqualTo(OLD_ID);
              assertThat(alert.tenant()).isEqualTo(TenantId.DEFAULT);
              assertThat(alert.isOpen()).isTrue();
            });

    jobs.takeAllAway();
    watch(Duration.ofMinutes(3));
    assertThat(told).containsExactly("default resolved");
  }

  @Test
  void one_that_was_about_other_tenants_is_resolved_and_raised_for_those_whose_it_is() {
    leaveWhatAnEarlierVersionLeft();
    jobs.letOneDie("acme");
    jobs.letOneDie("bolt");

    node.turn();
    watch(Duration.ofMinutes(20));

    assertThat(told).containsExactly("default resolved", "acme raised", "bolt raised");
  }

  @Test
  void a_worker_with_a_tenants_key_serves_that_tenant_alone() {
    TenantQueue acme = new TenantQueue(ACME, Figures.MAIL);
    TenantQueue bolt = new TenantQueue(BOLT, Figures.MAIL);
    JobType fax = new JobType("fax");
    JobType call = new JobType("call");

    WorkerCoverage serving =
        WorkerCoverage.of(
            List.of(worker("acme:w1", "remote", fax), worker("eu:mailer-3f2a", "host-7", call)));

    assertThat(serving.runs(acme, fax)).isTrue();
    assertThat(serving.runs(bolt, fax)).isFalse();
    assertThat(serving.runs(acme, call)).isTrue();
    assertThat(serving.runs(bolt, call)).isTrue();
    assertThat(serving.runs(new TenantQueue(ACME, new QueueName("sms")), fax)).isFalse();
  }

  private WorkerInfo worker(String name, String host, JobType type) {
    return new WorkerInfo(
        new WorkerId(name),
        host,
        Set.of(Figures.MAIL),
        Set.of(type),
        1,
        0,
        clock.instant(),
        clock.instant());
  }
}

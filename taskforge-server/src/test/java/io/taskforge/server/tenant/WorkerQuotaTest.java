package io.taskforge.server.tenant;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.access.TenantWorkers;
import io.taskforge.server.http.Problem;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerQuotaTest {
  private static final Caller ACME = new Caller("k", new TenantId("acme"), Scope.WRITE);
  private static final Caller BOLT = new Caller("l", new TenantId("bolt"), Scope.WRITE);

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  private final Instant start = clock.instant();
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final WorkerQuota quota = quota();

  private WorkerQuota quota() {
    return new WorkerQuota(
        store.queries(), () -> Duration.between(start, clock.instant()).toNanos());
  }

  /** Admits a worker and sends its heartbeat. */
  private void connect(WorkerQuota quota, Caller caller, String name) {
    WorkerId worker = TenantWorkers.known(caller, new WorkerId(name));
    quota.admit(caller, worker);
    store.heartbeat(
        new Heartbeat(
            new ClaimRequest.Lease(worker, Duration.ofSeconds(15)),
            List.of(),
            "host",
            "",
            Set.of(QueueName.DEFAULT),
            Set.of(new JobTypeName("work")),
            1,
            0));
  }

  private void fill(Caller caller, int from, int to) {
    for (int n = from; n < to; n++) {
      connect(quota, caller, "w" + n);
    }
  }

  @Test
  void a_tenant_can_have_two_hundred_workers_independently_of_other_tenants() {
    fill(ACME, 0, 200);

    assertThatThrownBy(() -> connect(quota, ACME, "one-more"))
        .isInstanceOf(Problem.class)
        .hasMessage(
            "tenant acme has 200 workers that were seen in the last 45 s; the limit is 200. Claim"
                + " with a known worker name, or stop other workers");
    assertThatCode(() -> connect(quota, ACME, "w7")).doesNotThrowAnyException();
    assertThatCode(() -> connect(quota, BOLT, "one-more")).doesNotThrowAnyException();
    assertThatCode(() -> connect(quota, Caller.LOCAL, "one-more")).doesNotThrowAnyException();
  }

  @Test
  void workers_without_heartbeats_no_longer_count() {
    fill(ACME, 0, 200);

    clock.advance(Duration.ofSeconds(46));

    assertThatCode(() -> connect(quota, ACME, "one-more")).doesNotThrowAnyException();
  }

  @Test
  void another_node_sees_the_same_workers() {
    fill(ACME, 0, 200);

    assertThatThrownBy(() -> connect(quota(), ACME, "one-more")).isInstanceOf(Problem.class);
  }

  @Test
  void the_total_of_workers_is_limited() {
    for (int n = 0; n < 5_000; n++) {
      quota.admit(Caller.LOCAL, new WorkerId("w" + n));
    }

    assertThatThrownBy(() -> quota.admit(BOLT, new WorkerId("bolt:w")))
        .isInstanceOf(Problem.class)
        .hasMessageStartingWith("this server has 5000 workers");
  }
}

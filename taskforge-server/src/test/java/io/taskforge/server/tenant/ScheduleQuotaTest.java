package io.taskforge.server.tenant;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Problem;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ScheduleQuotaTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final Caller TENANT = new Caller("k", ACME, Scope.WRITE);

  private final MemoryJobStore store = new MemoryJobStore(InstantSource.system());
  private final ScheduleQuota quota = new ScheduleQuota(store.documents());

  private void makeSchedules(TenantId tenant, int from, int to) {
    for (int n = from; n < to; n++) {
      store.documents().create(new DocumentKey(DocumentKind.SCHEDULE, tenant, "s" + n), "{}", null);
    }
  }

  @Test
  void a_tenant_can_create_a_thousand_schedules_and_an_operator_more() {
    makeSchedules(new TenantId("other"), 0, 1_000);
    makeSchedules(ACME, 0, 999);
    assertThatCode(() -> quota.admit(TENANT, ACME)).doesNotThrowAnyException();

    makeSchedules(ACME, 999, 1_000);

    assertThatThrownBy(() -> quota.admit(TENANT, ACME))
        .isInstanceOf(Problem.class)
        .hasMessage(
            "tenant acme has reached its limit of 1000 schedules. An operator can create more");
    assertThatCode(() -> quota.admit(Caller.LOCAL, ACME)).doesNotThrowAnyException();
  }
}

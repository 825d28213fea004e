package io.taskforge.server.tenant;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Problem;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueQuotaTest {
  private static final Caller TENANT = new Caller("k", new TenantId("acme"), Scope.WRITE);

  private final MemoryJobStore store = new MemoryJobStore(InstantSource.system());
  private final QueueQuota quota = new QueueQuota(store, () -> 0);

  private static List<QueueName> queues(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> new QueueName("q" + n)).toList();
  }

  @Test
  void a_tenant_can_create_queues_up_to_a_thousand_in_total() {
    queues(0, 990).forEach(queue -> store.putQueue(queue, QueueSettings.NONE));

    assertThatCode(() -> quota.admit(TENANT, queues(985, 1_000))).doesNotThrowAnyException();
    assertThatThrownBy(() -> quota.admit(TENANT, queues(985, 1_001)))
        .isInstanceOf(Problem.class)
        .hasMessage(
            "there are 990 queues; 11 more would exceed the limit of 1000. An operator can create them");
    assertThatCode(() -> quota.admit(TENANT, queues(0, 990))).doesNotThrowAnyException();
    assertThatCode(() -> quota.admit(Caller.LOCAL, queues(0, 5_000))).doesNotThrowAnyException();
  }
}

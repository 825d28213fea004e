package io.taskforge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClaimRequestTest {
  private static final TenantId A = new TenantId("a");
  private static final TenantId B = new TenantId("b");
  private static final ClaimRequest REQUEST =
      new ClaimRequest(
          new ClaimRequest.Lease(new WorkerId("w"), Duration.ofSeconds(15)),
          List.of(new ClaimRequest.QueueLimit(QueueName.DEFAULT, 5)),
          Set.of(new JobTypeName("work")),
          5);

  @Test
  void a_request_without_tenant_limits_takes_jobs_of_all_tenants() {
    assertThat(REQUEST.tenants()).isEmpty();
    assertThat(REQUEST.limitFor(A)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void the_smaller_of_the_general_and_the_tenants_limit_applies() {
    ClaimRequest request = REQUEST.perTenant(3, Map.of(A, 1, B, 9));

    assertThat(request.limitFor(A)).isEqualTo(1);
    assertThat(request.limitFor(B)).isEqualTo(3);
    assertThat(request.limitFor(new TenantId("c"))).isEqualTo(3);
  }

  @Test
  void a_tenant_that_was_not_requested_has_a_limit_of_zero() {
    ClaimRequest request = REQUEST.tenants(Set.of(A));

    assertThat(request.limitFor(A)).isPositive();
    assertThat(request.limitFor(B)).isZero();
  }

  @Test
  void invalid_limits_are_rejected() {
    assertThatThrownBy(() -> REQUEST.perTenant(0, Map.of()))
        .hasMessage("perTenant must be at least 1 but was 0");
    assertThatThrownBy(() -> REQUEST.perTenant(1, Map.of(A, -1)))
        .hasMessage("the limit of tenant a must not be negative but was -1");
  }

  @Test
  void a_request_has_at_most_a_thousand_tenants() {
    assertThat(REQUEST.tenants(tenants(1_000)).tenants()).hasSize(1_000);
    assertThatThrownBy(() -> REQUEST.tenants(tenants(1_001)))
        .hasMessage("a claim takes at most 1000 tenants but there were 1001");
  }

  private static Set<TenantId> tenants(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new TenantId("tenant-" + i))
        .collect(Collectors.toSet());
  }
}

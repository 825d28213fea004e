package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** No tenant can evict the claim cursors of others. */
final class ClaimCursorsShareTest {
  private static final TenantId NOISY = new TenantId("noisy");
  private static final TenantId QUIET = new TenantId("quiet");
  private static final ClaimRequest OWN = request(List.of("mail"), "send");

  private final ClaimCursors cursors = new ClaimCursors(() -> 0, false);

  private static ClaimRequest request(List<String> queues, String type) {
    return new ClaimRequest(
        new ClaimRequest.Lease(new WorkerId("w"), Duration.ofSeconds(15)),
        queues.stream().map(q -> new ClaimRequest.QueueLimit(new QueueName(q), 10)).toList(),
        Set.of(new JobTypeName(type)),
        10);
  }

  private void claimNothing(ClaimRequest request) {
    cursors.learn(request, cursors.look(request), new ClaimCursors.Answer(List.of(), List.of()));
  }

  private static NewJob job(TenantId tenant, int priority) {
    return new NewJob(
        new JobIdentity(
            new JobId(new UUID(1, priority)),
            new QueueName("mail"),
            new JobTypeName("send"),
            tenant),
        new Payload("{}"),
        new JobSettings(priority, Guarantee.AT_LEAST_ONCE, null, null, null, null),
        null,
        Duration.ZERO);
  }

  @Test
  void a_tenants_workers_that_keep_changing_queues_do_not_evict_other_cursors() {
    ClaimRequest quiet = OWN.tenants(Set.of(QUIET));
    claimNothing(OWN);
    claimNothing(quiet);

    for (int round = 0; round < 3; round++) {
      int first = round * 1_000;
      List<String> queues = IntStream.range(first, first + 1_000).mapToObj(n -> "q" + n).toList();
      claimNothing(request(queues, "send").tenants(Set.of(NOISY)));
    }

    assertThat(cursors.look(OWN).whole()).isFalse();
    assertThat(cursors.look(quiet).whole()).isFalse();
  }

  @Test
  void a_worker_keeps_cursors_for_all_queues_that_tenants_can_create() {
    List<String> queues = new ArrayList<>(List.of("mail"));
    IntStream.range(0, 1_000).forEach(n -> queues.add("q" + n));
    ClaimRequest all = request(queues, "send");
    claimNothing(all);

    assertThat(cursors.look(all).whole()).isFalse();
  }

  @Test
  void a_tenant_with_a_job_at_every_priority_does_not_evict_other_tenants_lanes() {
    claimNothing(OWN);
    cursors.met(List.of(job(QUIET, 0)));

    for (int priority = -300; priority < 300; priority++) {
      cursors.met(List.of(job(NOISY, priority)));
    }

    assertThat(cursors.look(OWN).starts())
        .extracting(ClaimCursors.Start::tenant)
        .contains(QUIET, NOISY);
  }
}

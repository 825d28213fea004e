package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims with a list of tenants and a limit for each. */
interface TenantLimitContract extends StoreUnderTest {
  @Test
  default void a_claim_for_some_tenants_gets_no_others() {
    JobId a = enqueue(aJob().of("a"));
    JobId b = enqueue(aJob().of("b").priority(9));
    JobId c = enqueue(aJob().of("c"));

    assertThat(ids(claim(claimBy(WORKER).ofTenants("a", "c", "unknown").upTo(10))))
        .containsExactlyInAnyOrder(a, c);
    assertThat(job(b).state()).isEqualTo(JobState.QUEUED);
    assertThat(claim(claimBy(WORKER).ofTenants("a").upTo(10))).isEmpty();
    assertThat(ids(claim(10))).containsExactly(b);
  }

  @Test
  default void tenants_differ_by_case_and_by_their_ends() {
    enqueueAll(aJob().of("acme"), aJob().of("acme-2"), aJob().of("ac"));

    assertThat(claim(claimBy(WORKER).ofTenants("Acme", "acm", "acme-").upTo(10))).isEmpty();
  }

  @Test
  default void a_claim_for_one_tenant_goes_by_priority_and_time() {
    List<JobId> ids =
        enqueueAll(
            aJob().of("a").at(START.minusSeconds(1)),
            aJob().of("a").at(START.minusSeconds(2)),
            aJob().of("a").priority(3),
            aJob().of("b").priority(5));

    assertThat(ids(claim(claimBy(WORKER).ofTenants("a").upTo(10))))
        .containsExactly(ids.get(2), ids.get(1), ids.get(0));
  }

  @Test
  default void jobs_that_wait_again_are_still_their_tenants() {
    ClaimedJob retried = running(aJob().of("a"));
    settle(retried(retried, Duration.ofSeconds(1)));
    JobId dead = dead(aJob().of("a"));
    store().redrive(List.of(dead), null);
    advance(Duration.ofSeconds(2));

    assertThat(claim(claimBy(WORKER).ofTenants("b").upTo(10))).isEmpty();
    assertThat(ids(claim(claimBy(WORKER).ofTenants("a").upTo(10))))
        .containsExactlyInAnyOrder(retried.id(), dead);
  }

  @Test
  default void the_tenants_of_a_claim_take_turns() {
    repeat(4, () -> enqueueAll(aJob().of("a"), aJob().of("b"), aJob().of("c")));

    List<String> served = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ClaimRequest request = claimBy(WORKER).ofTenants("a", "c").upTo(1);
      claim(request).forEach(job -> served.add(job.tenant().value()));
    }

    assertThat(served).containsExactly("a", "c", "a", "c");
  }

  @Test
  default void a_tenant_at_its_limit_gives_nothing_and_blocks_no_other() {
    enqueueMany(20, () -> aJob().of("full").priority(9));
    JobId other = enqueue(aJob().of("other"));

    assertThat(ids(claim(claimBy(WORKER).butOf("full", 0).upTo(10)))).containsExactly(other);
    assertThat(claim(claimBy(WORKER).butOf("full", 0).upTo(10))).isEmpty();
    assertThat(claim(10)).hasSize(10);
  }

  @Test
  default void no_tenant_gives_more_than_its_limit_over_all_queues_and_priorities() {
    for (int i = 0; i < 6; i++) {
      for (String queue : List.of("p", "q")) {
        enqueueAll(
            aJob().in(queue).of("a").priority(i % 3),
            aJob().in(queue).of("b").priority(i % 3),
            aJob().in(queue).of("c").priority(i % 3));
      }
    }

    List<ClaimedJob> claimed =
        claim(
            claimBy(WORKER)
                .from("p", 100)
                .from("q", 100)
                .perTenant(4)
                .butOf("b", 2)
                .butOf("c", 9)
                .upTo(100));

    assertThat(claimed).filteredOn(job -> job.tenant().value().equals("a")).hasSize(4);
    assertThat(claimed).filteredOn(job -> job.tenant().value().equals("b")).hasSize(2);
    assertThat(claimed).filteredOn(job -> job.tenant().value().equals("c")).hasSize(4);
  }
}

package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobIdentity;
import io.taskforge.job.NewJob;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;

/** A tenant with few jobs, enqueued after many jobs of another tenant. */
public final class SmallTenant {
  /** The limit of each claim. */
  public static final int CLAIM = 20;

  /** The number of waiting jobs of the other tenant: far more than a claim examines. */
  public static final int MANY = Integer.getInteger("taskforge.test.waiting", 100_000);

  private static final TenantId SMALL = new TenantId("small");

  private SmallTenant() {}

  public static void assertTenJobsComeInTwoClaims(
      JobStore store, ClaimRequest request, List<NewJob> ten) {
    List<ClaimedJob> claimed = new ArrayList<>(store.claim(request));
    claimed.addAll(store.claim(request));
    assertThat(claimed).hasSize(2 * CLAIM);
    assertThat(claimed)
        .filteredOn(job -> job.tenant().equals(SMALL))
        .extracting(ClaimedJob::id)
        .containsExactlyInAnyOrderElementsOf(ten.stream().map(NewJob::id).toList());
  }

  public static List<NewJob> jobs(List<NewJob> jobs) {
    return jobs.stream()
        .map(
            job ->
                new NewJob(
                    new JobIdentity(job.id(), job.queue(), job.type(), SMALL),
                    job.payload(),
                    job.settings(),
                    job.runAt(),
                    job.delay()))
        .toList();
  }
}

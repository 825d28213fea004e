package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.SmallTenant;
import io.taskforge.job.NewJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many due jobs of one tenant do not delay ten jobs of another that were enqueued later. */
final class ManyWaitingTest {
  // More than the test claims; the other rows exist only in the ready table.
  private static final int WHOLE_JOBS = 200;

  @Test
  void ten_jobs_of_a_tenant_are_not_delayed_by_many_of_another() throws Exception {
    try (PostgresFixture fixture = new PostgresFixture()) {
      fixture.store.enqueue(fixture.jobs(WHOLE_JOBS));
      PostgresDatabase.execute(
          """
          INSERT INTO %1$s.taskforge_ready (
            job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
            tenant)
          SELECT
            ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, run_at + n * interval '1 us', attempt, failures, lost_leases,
            interruptions, priority, queue, type, tenant
          FROM generate_series(1, %2$d) AS n,
            (SELECT * FROM %1$s.taskforge_ready ORDER BY run_at DESC, job_id DESC LIMIT 1) AS r
          """
              .formatted(fixture.schema, SmallTenant.MANY));
      List<NewJob> ten = SmallTenant.jobs(fixture.jobs(10));
      fixture.clock.advance(Duration.ofSeconds(2));
      fixture.store.enqueue(ten);
      SmallTenant.assertTenJobsComeInTwoClaims(
          fixture.store, PostgresFixture.request(SmallTenant.CLAIM), ten);
    }
  }
}

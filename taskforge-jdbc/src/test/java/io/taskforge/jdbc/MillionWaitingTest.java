package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.NewJob;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One tenant's million of due jobs does not delay another's ten, which came after them. */
@Tag("sql")
final class MillionWaitingTest {
  private static final TenantId SMALL = new TenantId("small");
  private static final int CLAIM = 20;

  /**
   * More than the claims take: the rest of the million is rows of the table that is claimed from.
   */
  private static final int WHOLE_JOBS = 200;

  @TempDir Path directory;

  @Test
  void in_sqlite() throws Exception {
    Path file = directory.resolve("jobs.db");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      store.enqueue(SqliteJobs.jobs(WHOLE_JOBS));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        SqliteSession session = SqliteSession.borrowing(connection)) {
      session.execute("BEGIN");
      session.update(
          """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
          INSERT INTO taskforge_ready (queue, priority, tenant, run_at, job_seq, type, attempt,
            failures, lost_leases, interruptions)
          SELECT queue, priority, tenant, run_at + i, job_seq + 1000000 + i, type, attempt,
            failures, lost_leases, interruptions
          FROM n, (SELECT * FROM taskforge_ready ORDER BY run_at DESC, job_seq DESC LIMIT 1)
          """);
      session.execute("COMMIT");
    }
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      List<NewJob> ten = ofSmall(SqliteJobs.jobs(10));
      store.enqueue(ten);
      assertTheTenComeInTwoClaims(store, SqliteJobs.request("worker", CLAIM), ten);
    }
  }

  @Test
  void in_postgresql() throws Exception {
    try (PostgresFixture fixture = new PostgresFixture()) {
      fixture.store.enqueue(fixture.jobs(WHOLE_JOBS));
      PostgresDatabase.execute(
          """
          INSERT INTO %1$s.taskforge_ready (
            job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
            tenant)
          SELECT
            gen_random_uuid(), run_at + n * interval '1 us', attempt, failures, lost_leases,
            interruptions, priority, queue, type, tenant
          FROM generate_series(1, 1000000) AS n,
            (SELECT * FROM %1$s.taskforge_ready ORDER BY run_at DESC, job_id DESC LIMIT 1) AS r
          """
              .formatted(fixture.schema));
      List<NewJob> ten = ofSmall(fixture.jobs(10));
      fixture.clock.advance(Duration.ofSeconds(2));
      fixture.store.enqueue(ten);
      assertTheTenComeInTwoClaims(fixture.store, PostgresFixture.request(CLAIM), ten);
    }
  }

  private static void assertTheTenComeInTwoClaims(
      JobStore store, ClaimRequest request, List<NewJob> ten) {
    List<ClaimedJob> claimed = new ArrayList<>(store.claim(request));
    claimed.addAll(store.claim(request));
    assertThat(claimed).hasSize(2 * CLAIM);
    assertThat(claimed)
        .filteredOn(job -> job.tenant().equals(SMALL))
        .extracting(ClaimedJob::id)
        .containsExactlyInAnyOrderElementsOf(ten.stream().map(NewJob::id).toList());
  }

  private static List<NewJob> ofSmall(List<NewJob> jobs) {
    return jobs.stream()
        .map(
            job ->
                new NewJob(
                    job.id(),
                    job.queue(),
                    job.type(),
                    SMALL,
                    job.payload(),
                    job.priority(),
                    job.runAt(),
                    job.delay(),
                    job.guarantee(),
                    job.retryPolicy(),
                    job.timeout(),
                    job.deadline(),
                    job.idempotencyKey()))
        .toList();
  }
}

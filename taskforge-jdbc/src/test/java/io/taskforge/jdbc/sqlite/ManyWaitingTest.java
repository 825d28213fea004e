package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.jdbc.SmallTenant;
import io.taskforge.job.NewJob;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many due jobs of one tenant do not delay ten jobs of another that were enqueued later. */
final class ManyWaitingTest {
  // More than the test claims; the other rows exist only in the ready table.
  private static final int WHOLE_JOBS = 200;

  @TempDir Path directory;

  @Test
  void ten_jobs_of_a_tenant_are_not_delayed_by_many_of_another() throws Exception {
    Path file = directory.resolve("jobs.db");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      store.enqueue(SqliteJobs.jobs(WHOLE_JOBS));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Session session = Session.borrowing(connection, new NamedSql.Cache("taskforge_"))) {
      session.execute("BEGIN");
      session.execute(
          """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
          INSERT INTO taskforge_ready (queue, priority, tenant, run_at, job_seq, type, attempt,
            failures, lost_leases, interruptions)
          SELECT queue, priority, tenant, run_at + i, job_seq + 1000000 + i, type, attempt,
            failures, lost_leases, interruptions
          FROM n, (SELECT * FROM taskforge_ready ORDER BY run_at DESC, job_seq DESC LIMIT 1)
          """
              .formatted(SmallTenant.MANY));
      session.execute("COMMIT");
    }
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      List<NewJob> ten = SmallTenant.jobs(SqliteJobs.jobs(10));
      store.enqueue(ten);
      SmallTenant.assertTenJobsComeInTwoClaims(
          store, SqliteJobs.request("worker", SmallTenant.CLAIM), ten);
    }
  }
}

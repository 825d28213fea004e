package io.taskforge.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.history.WhatIfReport;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What-if on a million attempts in PostgreSQL: 250 000 jobs that fail three times, one attempt of 1
 * s per minute, and then succeed; of every tenth job the fourth attempt fails for good, too.
 */
@Tag("million")
class MillionAttemptsTest {
  private static final int JOBS = 250_000;
  private static final String FILL =
      """
      CREATE TEMP TABLE many AS
      SELECT n, now() - interval '2 hours' + n * interval '10 milliseconds' AS created,
        ('01b8dac5b40070008000' || lpad(to_hex(n), 12, '0'))::uuid AS id
      FROM generate_series(1, %1$d) n;
      INSERT INTO taskforge_job (
        id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)
      SELECT id, created, created, 0, 'mail', 'send', 'default', 'AT_LEAST_ONCE', '{}'
      FROM many;
      INSERT INTO taskforge_attempt (
        job_id, scheduled_at, started_at, finished_at, duration_us, attempt, retry, failures,
        lost_leases, interruptions, status, worker, queue, type, tenant, failure_kind, error_type,
        message, stack_trace, fingerprint, worker_version)
      SELECT id, start, start, start + interval '1 second', 1000000, number, number - 1, number,
        0, 0, 'FAILED', 'w', 'mail', 'send', 'default', 'TRANSIENT', 'timeout', 'no answer',
        repeat('at com.example.Mail.send ', 20), '00', '1'
      FROM (
        SELECT id, n, number, created + (number - 1) * interval '61 seconds' AS start
        FROM many CROSS JOIN generate_series(1, 4) number) attempts
      WHERE number < 4 OR n %% 10 = 0;
      INSERT INTO taskforge_finished (
        job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state,
        queue, type, tenant, started_at, duration_us, worker)
      SELECT id, created + interval '184 seconds', created + interval '183 seconds', 4, 3, 0, 0,
        'SUCCEEDED', 'mail', 'send', 'default', created + interval '183 seconds', 1000000, 'w'
      FROM many WHERE n %% 10 > 0;
      INSERT INTO taskforge_finished (
        job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state,
        queue, type, tenant, error_type, failure_kind, message)
      SELECT id, created + interval '184 seconds', created + interval '183 seconds', 4, 4, 0, 0,
        'FAILED', 'mail', 'send', 'default', 'timeout', 'TRANSIENT', 'no answer'
      FROM many WHERE n %% 10 = 0;
      ANALYZE;
      """;

  @Test
  void a_million_attempts_are_replayed_in_less_than_30_seconds() throws Exception {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
      try (PostgresJobStore store = PostgresJobStore.builder(pool).build()) {
        try (Connection connection = pool.getConnection();
            Statement statement = connection.createStatement()) {
          statement.execute(FILL.formatted(JOBS));
        }
        Instant now = Instant.now().plus(1, ChronoUnit.HOURS);
        HistoryReplay.Period period =
            new HistoryReplay.Period(
                new QueueName("mail"), null, now.minus(Duration.ofDays(1)), now);
        RetryPolicy minutes = RetryPolicy.fixed(Duration.ofMinutes(1));

        long began = System.nanoTime();
        HistoryReplay kept =
            HistoryReplay.of(
                store.queries(), period, minutes.maxRetries(3), minutes.maxRetries(3), 1);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        System.out.println("replayed 1 000 000 attempts in " + took.toMillis() + " ms");

        int succeeded = JOBS - JOBS / 10;
        assertThat(kept.report())
            .isEqualTo(
                new WhatIfReport(
                    new WhatIfReport.Recorded(JOBS, 4L * JOBS, succeeded),
                    new WhatIfReport.Outcome(0, 0, 0, 0),
                    4L * JOBS,
                    Duration.ZERO,
                    Duration.ZERO));
        assertThat(took).isLessThan(Duration.ofSeconds(30));

        HistoryReplay fewer =
            HistoryReplay.of(
                store.queries(), period, minutes.maxRetries(2), minutes.maxRetries(3), 1);
        assertThat(fewer.report().outcome())
            .isEqualTo(new WhatIfReport.Outcome(succeeded, 0, 0, 0));
        assertThat(fewer.report().attempts()).isEqualTo(3L * JOBS);
      }
    }
  }
}

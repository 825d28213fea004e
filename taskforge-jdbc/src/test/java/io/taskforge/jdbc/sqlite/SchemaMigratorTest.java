package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import io.taskforge.store.QueueSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that the first version wrote, with jobs in it, opened by this one. */
final class SchemaMigratorTest {
  private static final JobId WAITING = new JobId(new UUID(0x7000L, 1L << 63 | 1));
  static final JobId ACMES = new JobId(new UUID(0x7000L, 1L << 63 | 3));
  private static final JobId DONE = new JobId(new UUID(0x7000L, 1L << 63 | 2));

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void writeVersionOne() throws SQLException {
    file = directory.resolve("jobs.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE taskforge_schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL,"
              + " applied_at INTEGER NOT NULL) STRICT");
      for (String sql : SchemaMigrator.migrations("taskforge_").get(0).statements()) {
        statement.execute(sql);
      }
      statement.execute("INSERT INTO taskforge_schema_version VALUES (1, 'V001_jobs.sql', 0)");
      statement.execute(
          """
          INSERT INTO taskforge_job (seq, id, queue, type, tenant, payload, priority, guarantee,
            created_at)
          VALUES
            (1, x'00000000000070008000000000000001', 'mail', 'send', 'default', '{"a":1}', 0,
              'AT_LEAST_ONCE', 0),
            (2, x'00000000000070008000000000000002', 'mail', 'send', 'default', '{}', 0,
              'AT_LEAST_ONCE', 0),
            (3, x'00000000000070008000000000000003', 'mail', 'send', 'acme', '{}', 0,
              'AT_LEAST_ONCE', 0)
          """);
      statement.execute(
          """
          INSERT INTO taskforge_ready (queue, priority, run_at, job_seq, type, attempt, failures,
            lost_leases, interruptions, first_started_at, previous_delay_us)
          VALUES
            ('mail', 0, 0, 1, 'send', 0, 0, 0, 0, NULL, NULL),
            ('mail', 0, 0, 3, 'send', 4, 3, 2, 1, 5, 6000000)
          """);
      statement.execute(
          """
          INSERT INTO taskforge_attempt (job_seq, attempt, retry, status, worker, scheduled_at,
            started_at, finished_at, failures, lost_leases, interruptions)
          VALUES (2, 1, 0, 'SUCCEEDED', 'w', 0, 0, 1, 0, 0, 0)
          """);
      statement.execute(
          """
          INSERT INTO taskforge_finished (job_seq, job_id, state, queue, attempt, failures,
            lost_leases, interruptions, run_at, finished_at)
          VALUES (2, x'00000000000070008000000000000002', 'SUCCEEDED', 'mail', 1, 0, 0, 0, 0, 1)
          """);
      statement.execute(
          """
          INSERT INTO taskforge_queue VALUES ('mail',
            '{"backoff":{"strategy":"fixed","delay":"7s"}}', 'dead', 0, 0, 0)
          """);
    }
  }

  @Test
  void jobs_history_and_queues_are_there_and_go_on() {
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(store.queries().job(WAITING).map(Job::state)).contains(JobState.QUEUED);
      assertThat(store.queries().job(DONE).map(Job::state)).contains(JobState.SUCCEEDED);
      assertThat(store.queries().attempts(DONE, 10)).hasSize(1);
      assertThat(store.queues())
          .singleElement()
          .satisfies(
              queue -> {
                assertThat(queue.version()).isEqualTo(1);
                assertThat(queue.settings())
                    .isEqualTo(
                        QueueSettings.of(
                            RetryPolicy.fixed(Duration.ofSeconds(7)), new QueueName("dead")));
              });
      assertThat(store.claim(claim())).extracting(ClaimedJob::id).contains(WAITING);
    }
  }

  @Test
  void a_job_that_waited_is_its_tenants_and_has_lost_nothing() {
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(store.claim(claim().tenants(Set.of(new TenantId("acme")))))
          .singleElement()
          .satisfies(SchemaMigratorTest::isAcmes);
      assertThat(store.claim(claim())).extracting(ClaimedJob::id).containsExactly(WAITING);
    }
  }

  static void isAcmes(ClaimedJob job) {
    assertThat(job.id()).isEqualTo(ACMES);
    assertThat(job.tenant()).isEqualTo(new TenantId("acme"));
    assertThat(job.attempt()).isEqualTo(5);
    assertThat(job.counters()).isEqualTo(new Counters(3, 2, 1));
    assertThat(job.previousDelay()).isEqualTo(Duration.ofSeconds(6));
    assertThat(job.firstStartedAt()).isNotNull();
  }

  @Test
  void documents_can_be_kept_in_it() {
    DocumentKey key = new DocumentKey(DocumentKind.POLICY, TenantId.DEFAULT, "mail");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(store.documents().create(key, "{}", null)).isPresent();
    }
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(store.documents().find(key)).isPresent();
    }
  }

  static ClaimRequest claim() {
    return new ClaimRequest(
        new ClaimRequest.Lease(new WorkerId("w"), JobStore.DEFAULT_LEASE),
        List.of(new ClaimRequest.QueueLimit(new QueueName("mail"), 10)),
        Set.of(new JobType("send")),
        10);
  }
}

package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.Migration;
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
import io.taskforge.store.StoreHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database that the first version wrote, with jobs in it, opened by this one. */
final class SchemaMigratorTest {
  private static final JobId WAITING = new JobId(new UUID(0x7000L, 1L << 63 | 1));
  private static final JobId ACMES = new JobId(new UUID(0x7000L, 1L << 63 | 3));
  private static final JobId DONE = new JobId(new UUID(0x7000L, 1L << 63 | 2));

  private final String schema = PostgresDatabase.freshSchema();

  @BeforeEach
  void writeVersionOne() throws SQLException {
    new SchemaMigrator(
            new Transactions(
                ConnectionSource.of(PostgresDatabase.dataSource()),
                new StoreHealth(System::nanoTime),
                new Random(1)),
            new TableNames(schema, "tf_"),
            Migration.load("postgres", SchemaMigrator.FILES.subList(0, 1), "tf_"))
        .migrate();
    insert(
        "job (id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)",
        "('%s', now(), now(), 0, 'mail', 'send', 'default', 'AT_LEAST_ONCE', '{}')",
        WAITING);
    insert(
        "job (id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)",
        "('%s', now(), now(), 0, 'mail', 'send', 'default', 'AT_LEAST_ONCE', '{}')",
        DONE);
    insert(
        "ready (job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue,"
            + " type)",
        "('%s', now(), 0, 0, 0, 0, 0, 'mail', 'send')",
        WAITING);
    insert(
        "job (id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)",
        "('%s', now(), now(), 0, 'mail', 'send', 'acme', 'AT_LEAST_ONCE', '{}')",
        ACMES);
    insert(
        "ready (job_id, run_at, first_started_at, previous_delay_us, attempt, failures,"
            + " lost_leases, interruptions, priority, queue, type)",
        "('%s', now(), now(), 6000000, 4, 3, 2, 1, 0, 'mail', 'send')",
        ACMES);
    insert(
        "attempt (job_id, scheduled_at, started_at, finished_at, attempt, retry, failures,"
            + " lost_leases, interruptions, status, worker)",
        "('%s', now(), now(), now(), 1, 0, 0, 0, 0, 'SUCCEEDED', 'w')",
        DONE);
    insert(
        "finished (job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions,"
            + " state, queue, type, tenant)",
        "('%s', now(), now(), 1, 0, 0, 0, 'SUCCEEDED', 'mail', 'send', 'default')",
        DONE);
    PostgresDatabase.execute(
        """
        INSERT INTO %s.tf_queue VALUES ('mail', '{"backoff":{"strategy":"fixed","delay":"7s"}}',
          'dead', false, now(), now())
        """
            .formatted(schema));
  }

  private void insert(String into, String values, JobId id) throws SQLException {
    PostgresDatabase.execute(
        "INSERT INTO " + schema + ".tf_" + into + " VALUES " + values.formatted(id));
  }

  @AfterEach
  void dropSchema() throws SQLException {
    PostgresDatabase.drop(schema);
  }

  @Test
  void jobs_history_and_queues_are_there_and_go_on() {
    try (PostgresJobStore store = open()) {
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
    try (PostgresJobStore store = open()) {
      ClaimRequest request = claim();
      assertThat(store.claim(request.tenants(Set.of(new TenantId("acme")))))
          .singleElement()
          .satisfies(SchemaMigratorTest::isAcmes);
      assertThat(store.claim(request)).extracting(ClaimedJob::id).containsExactly(WAITING);
    }
  }

  @Test
  void documents_can_be_kept_in_it() {
    DocumentKey key = new DocumentKey(DocumentKind.POLICY, TenantId.DEFAULT, "mail");
    try (PostgresJobStore store = open()) {
      assertThat(store.documents().create(key, "{}", null)).isPresent();
    }
    try (PostgresJobStore store = open()) {
      assertThat(store.documents().find(key)).isPresent();
    }
  }

  private PostgresJobStore open() {
    return PostgresJobStore.builder(PostgresDatabase.dataSource())
        .schema(schema)
        .prefix("tf_")
        .build();
  }

  private static void isAcmes(ClaimedJob job) {
    assertThat(job.id()).isEqualTo(ACMES);
    assertThat(job.tenant()).isEqualTo(new TenantId("acme"));
    assertThat(job.attempt()).isEqualTo(5);
    assertThat(job.counters()).isEqualTo(new Counters(3, 2, 1));
    assertThat(job.previousDelay()).isEqualTo(Duration.ofSeconds(6));
    assertThat(job.firstStartedAt()).isNotNull();
  }

  private static ClaimRequest claim() {
    return new ClaimRequest(
        new ClaimRequest.Lease(new WorkerId("w"), JobStore.DEFAULT_LEASE),
        List.of(new ClaimRequest.QueueLimit(new QueueName("mail"), 10)),
        Set.of(new JobType("send")),
        10);
  }
}

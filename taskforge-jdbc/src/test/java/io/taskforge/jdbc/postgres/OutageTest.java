package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.job.Outage;
import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Database errors, locked leases and killed workers. */
@Tag("jdk")
final class OutageTest {
  private static final String WORKER = "worker-1";
  private static final String SCHEMA = PostgresDatabase.freshSchema();

  private final PostgresFixture fixture = PostgresFixture.in(SCHEMA);
  private final FaultInjectingDataSource database =
      new FaultInjectingDataSource(PostgresDatabase.dataSource());
  private final PostgresJobStore store =
      PostgresJobStore.builder(database.dataSource())
          .schema(fixture.schema)
          .clock(fixture.clock)
          .build();

  @AfterEach
  void close() throws Exception {
    store.close();
    fixture.close();
  }

  @AfterAll
  static void dropSchema() throws SQLException {
    PostgresDatabase.drop(SCHEMA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"53100", "53200", "53300", "58030", "57P01", "57P03", "08006", "25006", "55P03"})
  void a_transient_error_is_reported_as_such_and_the_result_is_committed_afterwards(String state) {
    store.enqueue(List.of(fixture.job()));
    List<Settlement> results = List.of(PostgresFixture.succeeded(fixture.claim(1).get(0)));

    database.fail(new SQLException("made by hand", state));
    assertThat(fault(results).isTransient()).isTrue();
    database.fail(null);
    assertThat(store.commit(results)).containsExactly(CommitResult.COMMITTED);
  }

  @ParameterizedTest
  @CsvSource({
    "08006, UNREACHABLE",
    "57P01, UNREACHABLE",
    "57P03, UNREACHABLE",
    "53300, UNREACHABLE",
    "53100, DISK_FULL",
    "25006, READ_ONLY",
    "58030, IO_ERROR",
    "XX001, CORRUPT",
    "XX002, CORRUPT",
    "55P03,",
    "23505,"
  })
  void an_outage_is_distinguished_from_the_failure_of_one_call(
      String state, @Nullable Outage outage) {
    database.fail(new SQLException("made by hand", state));
    StoreException fault = fault(List.of());
    database.fail(null);

    assertThat(fault.outage()).isEqualTo(outage);
    assertThat(store.outage()).isEqualTo(Optional.ofNullable(outage));
    if (outage != null) {
      assertThat(fault).hasMessageContainingAll(outage.description(), outage.advice());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"40P01", "40001"})
  void a_deadlock_or_serialization_failure_is_retried_up_to_five_times(String state) {
    database.fail(new SQLException("made by hand", state), 4);
    assertThat(store.enqueue(List.of(fixture.job()))).hasSize(1);

    database.fail(new SQLException("made by hand", state), 5);
    assertThat(fault(List.of()).isTransient()).isTrue();
    assertThat(store.queues()).isEmpty();
  }

  @Test
  void a_read_only_database_answers_queries_and_fails_the_write_check() {
    String readOnly = PostgresDatabase.jdbcUrl() + "&options=-c%20default_transaction_read_only=on";
    try (PostgresJobStore standby =
        PostgresJobStore.builder(readOnly).schema(fixture.schema).migrate(false).build()) {
      assertThat(standby.queues()).isEmpty();
      StoreException fault = catchThrowableOfType(StoreException.class, standby::checkWritable);

      assertThat(fault.outage()).isEqualTo(Outage.READ_ONLY);
      assertThat(standby.outage()).contains(Outage.READ_ONLY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"08001", "53200"}) // not reachable; a fault of one call
  void a_store_that_is_opened_during_an_outage_waits_for_the_database(String state) {
    database.fail(new SQLException("made by hand", state));
    PostgresJobStoreBuilder builder =
        PostgresJobStore.builder(database.dataSource()).schema(fixture.schema);
    assertThat(catchThrowableOfType(StoreException.class, builder::build).isTransient()).isTrue();

    RandomGenerator endsTheOutage =
        () -> {
          database.fail(null);
          return 0;
        };
    try (PostgresJobStore opened =
        builder.random(endsTheOutage).connectWithin(Duration.ofMinutes(1)).build()) {
      assertThat(opened.queues()).isEmpty();
    }
  }

  @Test
  void an_interrupt_ends_the_wait_for_the_database() {
    database.fail(new SQLException("made by hand", "08001"));
    PostgresJobStoreBuilder builder =
        PostgresJobStore.builder(database.dataSource())
            .schema(fixture.schema)
            .connectWithin(Duration.ofDays(1));
    Thread.currentThread().interrupt();

    StoreException ended = catchThrowableOfType(StoreException.class, builder::build);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended.outage()).isEqualTo(Outage.UNREACHABLE);
    database.fail(null);
  }

  @Test
  void a_store_that_the_database_rejects_is_not_opened_later() {
    PostgresJobStoreBuilder builder =
        PostgresJobStore.builder(database.dataSource())
            .schema(fixture.schema)
            .connectWithin(Duration.ofDays(1));
    database.fail(new SQLException("password authentication failed", "28P01"));

    StoreException rejected = catchThrowableOfType(StoreException.class, builder::build);

    assertThat(rejected).hasMessageContaining("password");
    database.fail(null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "22021", "42P01", "42501", "54000", "5"})
  void a_permanent_error_is_not_transient(String state) {
    database.fail(new SQLException("made by hand", state));
    assertThat(fault(List.of()).isTransient()).isFalse();
    database.fail(null);
  }

  private StoreException fault(List<Settlement> results) {
    return catchThrowableOfType(
        StoreException.class,
        () -> {
          if (results.isEmpty()) {
            store.queues();
          } else {
            store.commit(results);
          }
        });
  }

  @Test
  void a_lease_that_another_transaction_has_locked_is_not_lost() throws Exception {
    store.enqueue(fixture.jobs(2));
    long locked = fixture.claim(1).get(0).lease().token();
    long free = fixture.claim(1).get(0).lease().token();
    fixture.clock.advance(Duration.ofSeconds(5));
    try (Connection other = lock(locked)) {
      HeartbeatAnswer answer = beat(WORKER, List.of(locked, free));

      assertThat(answer.lostTokens()).isEmpty();
      assertThat(answer.lockedTokens()).containsExactly(locked);
      other.rollback();
    }
    assertThat(extended()).as("the lease that was not locked").isEqualTo(1);
    assertThat(beat(WORKER, List.of(locked, free, 4711L)).lostTokens()).containsExactly(4711L);
    assertThat(extended()).isEqualTo(2);
  }

  @Test
  void a_lease_that_is_locked_briefly_is_retried() throws Exception {
    store.enqueue(List.of(fixture.job()));
    ClaimedJob claimed = fixture.claim(1).get(0);
    fixture.clock.advance(Duration.ofSeconds(5));
    AtomicInteger beats = new AtomicInteger();
    try (Connection other = lock(claimed.lease().token())) {
      database.onPrepare(
          sql -> {
            if (sql.contains("SKIP LOCKED") && beats.incrementAndGet() == 2) {
              rollback(other);
            }
          });
      assertThat(beat(WORKER, List.of(claimed.lease().token())).lostTokens()).isEmpty();
    }

    assertThat(beats).hasValue(2);
    assertThat(extended()).isEqualTo(1);
  }

  @Test
  void a_lease_that_is_rescued_during_a_heartbeat_is_lost() throws Exception {
    store.enqueue(List.of(fixture.job()));
    long token = fixture.claim(1).get(0).lease().token();
    AtomicInteger beats = new AtomicInteger();
    try (Connection rescuer = lock(token)) {
      database.onPrepare(
          sql -> {
            if (sql.contains("SKIP LOCKED") && beats.incrementAndGet() == 2) {
              rescue(rescuer, token);
            }
          });
      HeartbeatAnswer answer = beat(WORKER, List.of(token));

      assertThat(answer.lostTokens()).containsExactly(token);
      assertThat(answer.lockedTokens()).isEmpty();
    }
  }

  private void rescue(Connection rescuer, long token) {
    try (Statement statement = rescuer.createStatement()) {
      statement.execute(
          "UPDATE %s.taskforge_lease SET token = DEFAULT, worker = 'rescuer' WHERE token = %d"
              .formatted(fixture.schema, token));
      rescuer.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void killed_workers_are_deleted_after_fifteen_minutes() throws Exception {
    beat("killed", List.of());
    fixture.clock.advance(Duration.ofMinutes(10));
    beat("alive", List.of());
    fixture.clock.advance(Duration.ofMinutes(5));
    store.purge(Retention.DEFAULT, 100);
    assertThat(fixture.rows("worker")).isEqualTo(2);

    fixture.clock.advance(Duration.ofSeconds(1));
    store.purge(Retention.DEFAULT, 100);
    assertThat(fixture.rows("worker")).isEqualTo(1);
    assertThat(fixture.rows("worker WHERE id = 'alive'")).isEqualTo(1);
  }

  private HeartbeatAnswer beat(String worker, List<Long> tokens) {
    return store.heartbeat(
        new Heartbeat(
            new ClaimRequest.Lease(new WorkerId(worker), JobStore.DEFAULT_LEASE),
            tokens,
            "host",
            "",
            Set.of(PostgresFixture.QUEUE),
            Set.of(PostgresFixture.TYPE),
            1,
            1));
  }

  private Connection lock(long token) throws SQLException {
    Connection other = PostgresDatabase.dataSource().getConnection();
    other.setAutoCommit(false);
    try (Statement statement = other.createStatement()) {
      statement.execute(
          "SELECT 1 FROM %s.taskforge_lease WHERE token = %d FOR UPDATE"
              .formatted(fixture.schema, token));
    }
    return other;
  }

  private static void rollback(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The number of leases that expire a full lease duration from now. */
  private long extended() throws SQLException {
    return fixture.rows(
        "lease WHERE expires_at = '%s'"
            .formatted(fixture.clock.instant().plus(JobStore.DEFAULT_LEASE)));
  }
}

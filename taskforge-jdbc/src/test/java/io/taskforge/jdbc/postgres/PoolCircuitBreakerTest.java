package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The store's own pool, on a database that is slow, breaks connections, or is unreachable. */
class PoolCircuitBreakerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private PoolCircuitBreaker watch;
  private Transactions transactions;

  @BeforeEach
  void connect() throws SQLException {
    ConnectionPool pool = new ConnectionPool(PostgresDatabase.jdbcUrl(), null, null, 2);
    watch = new PoolCircuitBreaker(pool, PATIENCE, System::nanoTime, new Random(1));
    transactions = new Transactions(watch, new StoreHealth(System::nanoTime), new Random(1));
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  private long read(String sql) {
    Long result = transactions.statement("read", c -> number(c, sql));
    return result;
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void a_slow_statement_is_not_aborted_while_the_database_answers() {
    assertThat(read("SELECT 7 FROM pg_sleep(2.5)")).isEqualTo(7);
  }

  @Test
  void a_call_waits_for_a_connection_while_the_pool_is_busy_and_the_database_answers()
      throws SQLException {
    List<Connection> all = new ArrayList<>(List.of(watch.take(), watch.take()));
    CompletableFuture<Long> call = CompletableFuture.supplyAsync(() -> read("SELECT 1"));

    Awaitility.await().pollDelay(Duration.ofMillis(1_500)).until(() -> !call.isDone());
    for (Connection connection : all) {
      watch.giveBack(connection);
    }

    assertThat(call.join()).isEqualTo(1);
  }

  @Test
  void a_connection_that_the_database_closes_fails_only_its_own_call() {
    StoreException fault =
        catchThrowableOfType(
            StoreException.class, () -> read("SELECT pg_terminate_backend(pg_backend_pid())::int"));

    assertThat(fault.isTransient()).isTrue();
    assertThat(fault.outage()).as("the database answers").isNull();
    assertThat(read("SELECT 1")).isEqualTo(1);
  }

  @Test
  void connections_to_a_server_that_became_a_standby_are_replaced() throws SQLException {
    List<Connection> all = new ArrayList<>(List.of(watch.take(), watch.take()));
    for (Connection connection : all) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET default_transaction_read_only = on");
      }
      watch.giveBack(connection);
    }
    StoreException fault =
        catchThrowableOfType(
            StoreException.class, () -> read("SELECT 1 FROM pg_am LIMIT 1 FOR SHARE"));

    assertThat(fault.outage()).isEqualTo(Outage.READ_ONLY);
    assertThat(read("SELECT 1 FROM pg_am LIMIT 1 FOR SHARE")).isPositive();
  }

  @Test
  void an_unreachable_database_is_reported_immediately() {
    long begun = System.nanoTime();
    StoreException fault =
        catchThrowableOfType(
            StoreException.class,
            () -> PostgresJobStore.builder("jdbc:postgresql://127.0.0.1:1/none").build());

    assertThat(fault.outage()).isEqualTo(Outage.UNREACHABLE);
    assertThat(fault).hasMessageContaining("could not connect to the database");
    // A refused connection takes milliseconds; the deadline only guards against waiting for one.
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }
}

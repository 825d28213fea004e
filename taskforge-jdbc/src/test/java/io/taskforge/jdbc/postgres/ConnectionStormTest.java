package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many workers that lose their database at the same time. */
class ConnectionStormTest {
  private static final int WORKERS = 100;
  private static final int POOL = 2;
  private static final int CALLS = 30;

  /** How often the pool may try before the circuit breaker knows that the database is away. */
  private static final int FIRST_ATTEMPTS = 10;

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(250);

  /** Only guards against hanging: the pools probe several times a second. */
  private static final Duration RESUMED_WITHIN = Duration.ofSeconds(10);

  private final CountedDriver driver = new CountedDriver();
  private final List<PoolCircuitBreaker> pools = new ArrayList<>();
  private final List<Transactions> workers = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(WORKERS);

  @BeforeEach
  void connect() throws SQLException {
    DriverManager.registerDriver(driver);
    for (int i = 0; i < WORKERS; i++) {
      PoolCircuitBreaker pool =
          new PoolCircuitBreaker(
              new ConnectionPool(CountedDriver.URL, null, null, POOL),
              RESUMED_WITHIN,
              System::nanoTime,
              new Random(i));
      pools.add(pool);
      workers.add(new Transactions(pool, new StoreHealth(System::nanoTime), new Random(i)));
    }
  }

  @AfterEach
  void close() throws SQLException {
    driver.comeBack();
    onEach(Transactions::close);
    threads.shutdownNow();
    DriverManager.deregisterDriver(driver);
  }

  @Test
  void a_hundred_workers_that_lose_their_database_reconnect_with_few_attempts() throws Exception {
    for (PoolCircuitBreaker pool : pools) {
      List<Connection> all = List.of(pool.take(), pool.take());
      for (Connection each : all) {
        pool.giveBack(each);
      }
    }
    int steady = driver.open();
    assertThat(steady).isEqualTo(WORKERS * (POOL + 1));

    driver.goAway();
    long gone = System.nanoTime();
    onEach(
        worker -> {
          for (int i = 0; i < CALLS; i++) {
            assertThat(isAnswered(worker)).isFalse();
          }
        });
    // Grows with the time that the calls took, so that a slow machine is allowed more probes.
    long probes = (System.nanoTime() - gone) / SHORTEST_PAUSE.toNanos();
    assertThat(driver.attempts()).isLessThanOrEqualTo(WORKERS * (FIRST_ATTEMPTS + (int) probes));

    driver.comeBack();
    long back = System.nanoTime();
    onEach(
        worker -> {
          while (!isAnswered(worker)) {
            assertThat(System.nanoTime() - back).isLessThan(RESUMED_WITHIN.toNanos());
          }
        });
    assertThat(driver.peak()).isBetween(WORKERS, steady);
  }

  private void onEach(Consumer<Transactions> work) {
    List<CompletableFuture<Void>> all =
        workers.stream()
            .map(worker -> CompletableFuture.runAsync(() -> work.accept(worker), threads))
            .toList();
    all.forEach(CompletableFuture::join);
  }

  private static boolean isAnswered(Transactions worker) {
    try {
      return worker.statement("ask", ConnectionStormTest::ask);
    } catch (StoreException e) {
      return false;
    }
  }

  private static boolean ask(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute("SELECT 1");
    }
  }
}

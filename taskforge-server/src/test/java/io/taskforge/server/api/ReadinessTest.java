package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.server.http.Problem;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The readiness check on failing stores. */
class ReadinessTest {
  @TempDir Path directory;

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger checks = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile @Nullable Outage met;
  private volatile @Nullable StoreException fault;
  private volatile boolean hangs;
  private final Readiness readiness = new Readiness(store(), nanos::get);

  private JobStore store() {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("outage")) {
                return Optional.ofNullable(met);
              }
              assertThat(method.getName()).isEqualTo("checkWritable");
              checks.incrementAndGet();
              if (hangs) {
                released.await();
              }
              if (fault != null) {
                throw fault;
              }
              return null;
            });
  }

  private String kind() {
    return readiness.problem().map(Problem::kind).orElse("ready");
  }

  @Test
  void a_check_runs_at_most_once_a_second() {
    for (int i = 0; i < 100; i++) {
      assertThat(kind()).isEqualTo("ready");
    }
    assertThat(checks).hasValue(1);

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(kind()).isEqualTo("ready");
    assertThat(checks).hasValue(2);
  }

  @Test
  void a_hanging_store_is_not_ready_and_is_not_called_again() {
    hangs = true;
    // Each read of the clock advances it: the limit is over as soon as the check has begun.
    Readiness late = new Readiness(store(), () -> nanos.addAndGet(Duration.ofSeconds(2).toNanos()));
    for (int i = 0; i < 10; i++) {
      assertThat(late.problem().map(Problem::kind)).contains("store-unavailable");
    }
    released.countDown();

    assertThat(checks.get()).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "DISK_FULL, store-disk-full",
    "READ_ONLY, store-read-only",
    "IO_ERROR, store-io-error",
    "CORRUPT, store-corrupt"
  })
  void failures_of_other_calls_count_even_if_a_small_write_succeeds(
      Outage outage, String expected) {
    assertThat(kind()).isEqualTo("ready");
    met = outage;
    assertThat(kind()).isEqualTo(expected);
  }

  @Test
  void readiness_depends_on_the_latest_write() {
    fault = new StoreException("write", Outage.UNREACHABLE, new IOException("10.0.0.7 refused"));
    met = Outage.UNREACHABLE;
    Problem away = readiness.problem().orElseThrow();
    assertThat(away.kind()).isEqualTo("store-unavailable");
    assertThat(away.retryAfter()).isNotNull();
    assertThat(away.getMessage()).doesNotContain("10.0.0.7");

    fault = null;
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(kind()).isEqualTo("ready");
  }

  @Test
  void a_damaged_file_is_reported_as_corruption_and_the_server_is_not_ready() throws IOException {
    try (TestServer server = TestServer.onSqlite(directory)) {
      for (int i = 0; i < 40; i++) {
        server
            .post("/api/v1/jobs", "{\"type\": \"t\", \"payload\": \"" + "x".repeat(4_000) + "\"}")
            .is(201);
      }
      server.get("/readyz").is(200);
    }
    damage(directory.resolve("test.db"));
    try (TestServer server = TestServer.onSqlite(directory)) {
      Answer list = server.get("/api/v1/jobs").is(503);
      assertThat(list.at("/type")).isEqualTo("urn:taskforge:problem:store-corrupt");
      assertThat(list.at("/detail"))
          .contains("corrupt", "restore a backup")
          .doesNotContain("nothing was lost", directory.toString());
      assertThat(list.header("Retry-After")).isEmpty();
      assertThat(server.get("/readyz").is(503).at("/type"))
          .isEqualTo("urn:taskforge:problem:store-corrupt");
    }
  }

  /** Overwrites the second half, where the jobs are. */
  private static void damage(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long half = channel.size() / 2;
      channel.write(ByteBuffer.allocate((int) half), half);
    }
  }
}

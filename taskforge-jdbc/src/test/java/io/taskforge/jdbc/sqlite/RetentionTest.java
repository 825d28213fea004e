package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RetentionTest {
  @TempDir Path directory;

  @Test
  void killed_workers_are_deleted_after_fifteen_minutes() {
    ManualClock clock = ManualClock.startingAt("2030-01-01T12:00:00Z");
    try (SqliteJobStore store =
        SqliteJobStore.builder(directory.resolve("jobs.db")).clock(clock).build()) {
      beat(store, "killed");
      clock.advance(Duration.ofMinutes(10));
      beat(store, "alive");
      clock.advance(Duration.ofMinutes(5));
      store.purge(Retention.DEFAULT, 100);
      assertThat(workers(store)).containsExactly("alive", "killed");

      clock.advance(Duration.ofSeconds(1));
      store.purge(Retention.DEFAULT, 100);
      assertThat(workers(store)).containsExactly("alive");
    }
  }

  private static void beat(SqliteJobStore store, String worker) {
    store.heartbeat(
        new Heartbeat(
            new ClaimRequest.Lease(new WorkerId(worker), JobStore.DEFAULT_LEASE),
            List.of(),
            "host",
            "",
            Set.of(QueueName.DEFAULT),
            Set.of(SqliteJobs.TYPE),
            1,
            0));
  }

  /** Reads all rows; the list of workers has only those with a recent heartbeat. */
  private static List<String> workers(SqliteJobStore store) {
    return store.writer.write(
        "read workers",
        session ->
            session
                .statement("SELECT id FROM taskforge_worker ORDER BY id")
                .list(row -> row.getString(1)));
  }
}

package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import io.taskforge.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that is full, or broken for a while. */
final class SqliteDiskTest {
  private static final String UNLIMITED = "1073741823";

  @TempDir Path directory;

  @Test
  void a_full_disk_is_a_fault_that_passes_and_a_result_is_written_once_there_is_room() {
    try (SqliteJobStore store = SqliteJobStore.open(directory.resolve("jobs.db"))) {
      NewJob job = SqliteJobs.job();
      store.enqueue(List.of(job));
      ClaimedJob claimed = store.claim(SqliteJobs.request("worker", 1)).get(0);

      List<Settlement> results = List.of(withALargeResult(claimed, store));
      for (int tried = 0; tried < 3; tried++) {
        limitPages(store, "1"); // again, because a fault may cost the connection that has the limit
        StoreException fault =
            catchThrowableOfType(StoreException.class, () -> store.commit(results));
        assertThat(fault).hasRootCauseInstanceOf(SQLException.class);
        assertThat(fault.isTransient()).isTrue();
      }
      assertThat(store.queries().job(job.id()).orElseThrow().state()).isEqualTo(JobState.RUNNING);

      limitPages(store, UNLIMITED);
      assertThat(store.commit(results)).containsExactly(CommitResult.COMMITTED);
      assertThat(store.queries().job(job.id()).orElseThrow().state()).isEqualTo(JobState.SUCCEEDED);
      assertThat(store.queries().attempts(job.id(), 10)).hasSize(1);
    }
  }

  /** SQLite takes the number of pages that there are instead, if that is larger. */
  private static void limitPages(SqliteJobStore store, String count) {
    store.writer.write(
        "limit the file",
        session -> session.query("PRAGMA max_page_count = " + count, row -> row.getLong(1)));
  }

  private static Settlement withALargeResult(ClaimedJob job, SqliteJobStore store) {
    Settlement small = SqliteJobs.succeeded(job, "worker", store.now());
    return new Settlement(
        small.job(),
        small.worker(),
        small.status(),
        small.startedAt(),
        small.duration(),
        small.failure(),
        small.counters(),
        new Settlement.Finish(JobState.SUCCEEDED, new Payload('"' + "x".repeat(60_000) + '"')),
        small.transition(),
        small.explanation(),
        small.log(),
        small.progress());
  }

  @ParameterizedTest
  @CsvSource({
    "5, busy",
    "261, busy while recovering",
    "6, locked",
    "8, read-only",
    "10, input and output",
    "266, input and output while reading",
    "778, input and output while writing",
    "13, full",
    "14, can not open"
  })
  void trouble_that_passes_or_is_mended_is_transient(int code, String name) {
    assertThat(fault(code).isTransient()).as(name).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1, error",
    "11, corrupt",
    "18, too big",
    "19, constraint",
    "2067, unique",
    "26, no database"
  })
  void what_would_fail_again_is_not(int code, String name) {
    assertThat(fault(code).isTransient()).as(name).isFalse();
  }

  private static StoreException fault(int code) {
    return SqliteFaults.storeException("commit results", new SQLException("made", null, code));
  }
}

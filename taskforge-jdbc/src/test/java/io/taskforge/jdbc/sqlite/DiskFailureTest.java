package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outage;
import io.taskforge.job.Payload;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.Settlement;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that is full or temporarily fails. */
@Tag("jdk")
final class DiskFailureTest {
  private static final String UNLIMITED = "1073741823";

  @TempDir Path directory;

  @Test
  void a_full_disk_is_a_transient_error_and_results_are_committed_once_there_is_space() {
    try (SqliteJobStore store = SqliteJobStore.open(directory.resolve("jobs.db"))) {
      NewJob job = SqliteJobs.job();
      store.enqueue(List.of(job));
      ClaimedJob claimed = store.claim(SqliteJobs.request("worker", 1)).get(0);

      List<Settlement> results = List.of(withALargeResult(claimed, store));
      for (int tried = 0; tried < 3; tried++) {
        limitPages(store, "1"); // again, as a failure may replace the connection
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

  @Test
  void a_file_that_became_read_only_is_an_outage_and_results_are_committed_afterwards() {
    try (SqliteJobStore store = SqliteJobStore.open(directory.resolve("jobs.db"))) {
      NewJob job = SqliteJobs.job();
      store.enqueue(List.of(job));
      ClaimedJob claimed = store.claim(SqliteJobs.request("worker", 1)).get(0);
      List<Settlement> results = List.of(SqliteJobs.succeeded(claimed, "worker", store.now()));

      for (int tried = 0; tried < 3; tried++) {
        makeReadOnly(store); // again, as a failure replaces the connection
        StoreException fault =
            catchThrowableOfType(StoreException.class, () -> store.commit(results));
        assertThat(fault.outage()).isEqualTo(Outage.READ_ONLY);
        assertThat(fault.isTransient()).isTrue();
        assertThat(store.outage()).contains(Outage.READ_ONLY);
        assertThat(store.queries().job(job.id()).orElseThrow().state()).isEqualTo(JobState.RUNNING);
      }

      assertThat(store.commit(results)).containsExactly(CommitResult.COMMITTED);
      assertThat(store.queries().job(job.id()).orElseThrow().state()).isEqualTo(JobState.SUCCEEDED);
      assertThat(store.queries().attempts(job.id(), 10)).hasSize(1);
    }
  }

  /** Makes the next write fail as it does on a file system that was remounted read-only. */
  private static void makeReadOnly(SqliteJobStore store) {
    store.writer.write(
        "make the file read-only",
        session -> {
          session.execute("PRAGMA query_only = ON");
          return true;
        });
  }

  /** Limits the size of the file; SQLite uses the current number of pages if that is larger. */
  private static void limitPages(SqliteJobStore store, String count) {
    store.writer.write(
        "limit the file",
        session ->
            session.statement("PRAGMA max_page_count = " + count).list(row -> row.getLong(1)));
  }

  private static Settlement withALargeResult(ClaimedJob job, SqliteJobStore store) {
    Settlement small = SqliteJobs.succeeded(job, "worker", store.now());
    Payload large = new Payload('"' + "x".repeat(60_000) + '"');
    return small.with(
        Verdict.of(
            AttemptStatus.SUCCEEDED,
            Transition.COMPLETED,
            new Verdict.Finish(JobState.SUCCEEDED, large),
            job.counters(),
            null,
            ""));
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
  void an_error_that_can_be_resolved_is_transient(int code, String name) {
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
  void a_permanent_error_is_not_transient(int code, String name) {
    assertThat(fault(code).isTransient()).as(name).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "8, READ_ONLY",
    "10, IO_ERROR",
    "8458, CORRUPT",
    "11, CORRUPT",
    "267, CORRUPT",
    "13, DISK_FULL",
    "14, IO_ERROR",
    "26, CORRUPT",
    "5,",
    "19,"
  })
  void an_outage_is_distinguished_from_the_failure_of_one_call(int code, @Nullable Outage outage) {
    assertThat(fault(code).outage()).isEqualTo(outage);
  }

  @Test
  void a_full_disk_is_an_outage_until_writes_have_succeeded_for_a_while() {
    AtomicLong nanos = new AtomicLong();
    try (SqliteJobStore store =
        SqliteJobStore.builder(directory.resolve("jobs.db")).ticker(nanos::get).build()) {
      limitPages(store, "1");
      StoreException fault =
          catchThrowableOfType(
              StoreException.class,
              () ->
                  store
                      .documents()
                      .create(document("large"), '"' + "x".repeat(60_000) + '"', null));
      assertThat(fault).hasMessageContaining("disk of the database is full");
      assertThat(store.outage()).contains(Outage.DISK_FULL);

      limitPages(store, UNLIMITED);
      nanos.addAndGet(Duration.ofSeconds(5).toNanos());
      store.checkWritable();
      assertThat(store.outage()).isEmpty();
    }
  }

  @Test
  void damaged_pages_are_reported_as_corruption_until_the_store_is_opened_again() throws Exception {
    Path file = directory.resolve("jobs.db");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      for (int i = 0; i < 50; i++) {
        store.documents().create(document("big-" + i), '"' + "x".repeat(3_000) + '"', null);
      }
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long end = channel.size();
      channel.write(ByteBuffer.allocate((int) (end / 2)), end / 2);
    }
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      StoreException fault =
          catchThrowableOfType(
              StoreException.class,
              () -> store.documents().list(DocumentKind.WEBHOOK, null, null, 100));

      assertThat(fault.outage()).isEqualTo(Outage.CORRUPT);
      assertThat(fault).hasMessageContainingAll("corrupt", "restore a backup");
      assertThat(store.outage()).contains(Outage.CORRUPT);
    }
  }

  private static DocumentKey document(String id) {
    return new DocumentKey(DocumentKind.WEBHOOK, TenantId.DEFAULT, id);
  }

  private static StoreException fault(int code) {
    return ErrorCodes.storeException("commit results", new SQLException("made", null, code));
  }
}

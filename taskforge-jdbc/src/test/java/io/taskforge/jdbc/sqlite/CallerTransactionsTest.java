package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.Enqueued;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.StoreException;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class CallerTransactionsTest {
  @TempDir Path directory;
  private SqliteJobStore store;
  private Connection own;

  @BeforeEach
  void open() throws SQLException {
    Path file = directory.resolve("jobs.db");
    store = SqliteJobStore.open(file);
    own = DriverManager.getConnection("jdbc:sqlite:" + file);
    execute("CREATE TABLE mine (note TEXT)");
    own.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    own.close();
    store.close();
  }

  @Test
  void an_enqueue_is_committed_with_the_callers_transaction() throws SQLException {
    NewJob job = SqliteJobs.job();
    execute("INSERT INTO mine VALUES ('with it')");
    assertThat(store.enqueue(own, List.of(job))).extracting(Enqueued::id).containsExactly(job.id());
    assertThat(store.queries().job(job.id())).isEmpty();
    assertThat(own.getAutoCommit()).isFalse();
    own.commit();
    assertThat(store.queries().job(job.id())).isPresent();
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void an_enqueue_is_rolled_back_with_the_callers_transaction() throws SQLException {
    NewJob job = SqliteJobs.job();
    store.enqueue(own, List.of(job));
    own.rollback();
    assertThat(store.queries().job(job.id())).isEmpty();
    assertThat(store.claim(SqliteJobs.request("w", 1))).isEmpty();
  }

  @Test
  void a_completion_is_committed_once_with_the_callers_transaction() throws SQLException {
    Settlement settlement = runningJob();
    assertThat(store.commit(own, settlement)).isEqualTo(CommitResult.COMMITTED);
    assertThat(state(settlement)).isEqualTo(JobState.RUNNING);
    own.commit();
    assertThat(state(settlement)).isEqualTo(JobState.SUCCEEDED);
    assertThat(store.commit(own, settlement)).isEqualTo(CommitResult.LEASE_LOST);
    own.commit();
    assertThat(store.commit(List.of(settlement))).containsExactly(CommitResult.LEASE_LOST);
  }

  @Test
  void a_completion_is_rolled_back_with_the_callers_transaction() throws SQLException {
    Settlement settlement = runningJob();
    store.commit(own, settlement);
    own.rollback();
    assertThat(state(settlement)).isEqualTo(JobState.RUNNING);
    assertThat(store.commit(List.of(settlement))).containsExactly(CommitResult.COMMITTED);
  }

  @Test
  void without_a_callers_transaction_a_new_one_is_used() throws SQLException {
    own.setAutoCommit(true);
    NewJob job = SqliteJobs.job();
    store.enqueue(own, List.of(job));
    assertThat(own.getAutoCommit()).isTrue();
    assertThat(store.queries().job(job.id())).isPresent();
  }

  @Test
  void a_failure_does_not_affect_the_rest_of_the_callers_transaction() throws SQLException {
    execute("INSERT INTO mine VALUES ('kept')");
    execute(
        "CREATE TRIGGER refuse BEFORE INSERT ON taskforge_ready BEGIN SELECT raise(ABORT, 'no');"
            + " END");
    NewJob job = SqliteJobs.job();
    assertThatThrownBy(() -> store.enqueue(own, List.of(job))).isInstanceOf(StoreException.class);
    execute("DROP TRIGGER refuse");
    own.commit();
    assertThat(notes()).isEqualTo(1);
    assertThat(store.queries().job(job.id())).isEmpty();
  }

  private Settlement runningJob() {
    store.enqueue(SqliteJobs.jobs(1));
    ClaimedJob claimed = store.claim(SqliteJobs.request("w", 1)).get(0);
    return SqliteJobs.succeeded(claimed, "w", store.now());
  }

  private JobState state(Settlement settlement) {
    return store.queries().job(settlement.job().id()).orElseThrow().state();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = own.createStatement()) {
      statement.execute(sql);
    }
  }

  private int notes() throws SQLException {
    try (Statement statement = own.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM mine")) {
      return rows.getInt(1);
    }
  }
}

package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.jdbc.NotificationFollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.StoreException;
import io.taskforge.query.JobFilter;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Follow-ups in a caller's transaction, and follow-ups that cannot be stored. */
final class FollowUpsTest {
  private static final String REFUSE =
      "CREATE TRIGGER refuse BEFORE INSERT ON taskforge_job WHEN new.type = 'tell'"
          + " BEGIN SELECT raise(ABORT, 'no'); END";

  @TempDir Path directory;
  private SqliteJobStore store;
  private Connection own;

  @BeforeEach
  void open() throws SQLException {
    Path file = directory.resolve("jobs.db");
    store = SqliteJobStore.open(file);
    own = DriverManager.getConnection("jdbc:sqlite:" + file);
    own.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    own.close();
    store.close();
  }

  @Test
  void a_completion_and_its_follow_up_are_committed_once_with_the_callers_transaction()
      throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement settlement = runningJob();
    assertThat(store.commit(own, settlement)).isEqualTo(CommitResult.COMMITTED);
    assertThat(told()).isZero();
    own.commit();
    assertThat(state(settlement)).isEqualTo(JobState.SUCCEEDED);
    assertThat(told()).isEqualTo(1);
    assertThat(store.commit(own, settlement)).isEqualTo(CommitResult.LEASE_LOST);
    own.commit();
    assertThat(store.commit(List.of(settlement))).containsExactly(CommitResult.LEASE_LOST);
    assertThat(told()).isEqualTo(1);
  }

  @Test
  void both_are_rolled_back_with_the_callers_transaction() throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement settlement = runningJob();
    store.commit(own, settlement);
    own.rollback();
    assertThat(state(settlement)).isEqualTo(JobState.RUNNING);
    assertThat(told()).isZero();
    store.commit(List.of(settlement));
    assertThat(told()).isEqualTo(1);
  }

  @Test
  void a_caller_that_commits_after_a_failure_commits_neither() throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement settlement = runningJob();
    NewJob other = SqliteJobs.job();
    store.enqueue(own, List.of(other));
    execute(REFUSE);
    assertThatThrownBy(() -> store.commit(own, settlement)).isInstanceOf(StoreException.class);
    execute("DROP TRIGGER refuse");
    own.commit();
    assertThat(state(settlement)).isEqualTo(JobState.RUNNING);
    assertThat(told()).isZero();
    assertThat(store.queries().job(other.id())).isPresent();
  }

  @Test
  void a_follow_up_that_cannot_be_stored_rolls_back_the_end() throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement settlement = runningJob();
    NewJob waiting = SqliteJobs.job();
    store.enqueue(List.of(waiting));
    execute(REFUSE);
    own.commit();

    assertThatThrownBy(() -> store.commit(List.of(settlement))).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.change(waiting.id(), new JobChange.Cancel("enough")))
        .isInstanceOf(StoreException.class);

    assertThat(state(settlement)).isEqualTo(JobState.RUNNING);
    assertThat(store.queries().attempts(waiting.id(), 10)).isEmpty();
    execute("DROP TRIGGER refuse");
    own.commit();
    assertThat(store.commit(List.of(settlement))).containsExactly(CommitResult.COMMITTED);
    store.change(waiting.id(), new JobChange.Cancel("enough"));
    assertThat(told()).isEqualTo(2);
  }

  @Test
  @Timeout(30)
  void follow_up_rules_that_write_to_the_store_are_rejected_without_a_deadlock() {
    store.followUps(
        ended -> {
          store.enqueue(List.of(SqliteJobs.job()));
          return List.of();
        });
    Settlement settlement = runningJob();
    assertThat(store.commit(List.of(settlement))).containsExactly(CommitResult.COMMITTED);
    assertThat(store.claim(SqliteJobs.request("w", 1))).isEmpty();
  }

  private Settlement runningJob() {
    store.enqueue(SqliteJobs.jobs(1));
    ClaimedJob claimed = store.claim(SqliteJobs.request("w", 1)).get(0);
    return SqliteJobs.succeeded(claimed, "w", store.now());
  }

  private JobState state(Settlement settlement) {
    return store.queries().job(settlement.job().id()).orElseThrow().state();
  }

  private long told() {
    return store.queries().count(JobFilter.all(10).queue(NotificationFollowUps.QUEUE));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = own.createStatement()) {
      statement.execute(sql);
    }
  }
}

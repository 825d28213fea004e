package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.jdbc.NotificationFollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.CommitResult;
import io.taskforge.store.EndedJob;
import io.taskforge.store.FollowUps;
import io.taskforge.store.Settlement;
import io.taskforge.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Follow-ups: how many statements they cost, and a database that fails between. */
final class FollowUpsTest {
  private static final FollowUps UNWANTED =
      new FollowUps() {
        @Override
        public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
          return false;
        }

        @Override
        public List<NewJob> after(List<EndedJob> ended) {
          throw new AssertionError("nobody wanted it");
        }
      };

  private final PostgresFixture fixture = new PostgresFixture();
  private final SwitchedDataSource database = new SwitchedDataSource(PostgresDatabase.dataSource());
  private final List<String> prepared = new ArrayList<>();
  private final PostgresJobStore store = openStore();

  private PostgresJobStore openStore() {
    return PostgresJobStore.builder(database.dataSource())
        .schema(fixture.schema)
        .clock(fixture.clock)
        .build();
  }

  @AfterEach
  void close() throws Exception {
    store.close();
    fixture.close();
  }

  @Test
  void a_thousand_ends_and_what_follows_are_two_statements() throws SQLException {
    store.followUps(new NotificationFollowUps());
    List<Settlement> results = running(1_000);
    database.onPrepare(prepared::add);

    assertThat(store.commit(results)).hasSize(1_000).containsOnly(CommitResult.COMMITTED);

    assertThat(prepared).hasSize(2);
    assertThat(told()).isEqualTo(1_000);
  }

  @Test
  void where_nothing_is_wanted_results_are_written_as_ever() {
    database.onPrepare(prepared::add);
    store.commit(running(2));
    List<String> without = List.copyOf(prepared);
    prepared.clear();
    store.followUps(UNWANTED);
    store.commit(running(2));

    assertThat(prepared).hasSize(1).isEqualTo(without);
  }

  @Test
  void a_connection_that_dies_between_the_end_and_its_follow_up_leaves_neither()
      throws SQLException {
    store.followUps(new NotificationFollowUps());
    List<Settlement> results = running(3);
    AtomicBoolean killed = new AtomicBoolean();
    database.onPrepare(
        sql -> {
          if (sql.contains("taskforge_job (") && killed.compareAndSet(false, true)) {
            killWhoeverIsBetween();
          }
        });

    assertThatThrownBy(() -> store.commit(results))
        .isInstanceOfSatisfying(
            StoreException.class, fault -> assertThat(fault.isTransient()).isTrue());

    assertThat(killed).isTrue();
    assertThat(fixture.rows("finished")).isZero();
    assertThat(told()).isZero();
    assertThat(store.commit(results)).containsOnly(CommitResult.COMMITTED);
    assertThat(fixture.rows("finished")).isEqualTo(3);
    assertThat(told()).isEqualTo(3);
  }

  private void killWhoeverIsBetween() {
    try {
      PostgresDatabase.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE state = 'idle in transaction' AND query LIKE '%"
              + fixture.schema
              + ".taskforge_lease%'");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_follow_up_that_can_not_be_stored_takes_the_end_with_it() throws SQLException {
    store.followUps(new NotificationFollowUps());
    List<Settlement> results = running(2);
    NewJob waiting = fixture.job();
    store.enqueue(List.of(waiting));
    refuse();

    assertThatThrownBy(() -> store.commit(results)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.change(waiting.id(), new JobChange.Cancel("enough")))
        .isInstanceOf(StoreException.class);

    assertThat(fixture.rows("finished")).isZero();
    assertThat(fixture.rows("attempt")).isZero();
    refuseNoMore();
    assertThat(store.commit(results)).containsOnly(CommitResult.COMMITTED);
    store.change(waiting.id(), new JobChange.Cancel("enough"));
    assertThat(told()).isEqualTo(3);
  }

  @Test
  void a_completion_and_its_follow_up_come_with_the_callers_commit_and_only_once()
      throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement result = running(1).get(0);
    try (Connection own = begin()) {
      assertThat(store.commit(own, result)).isEqualTo(CommitResult.COMMITTED);
      assertThat(told()).isZero();
      own.commit();
      assertThat(told()).isEqualTo(1);
      assertThat(store.commit(own, result)).isEqualTo(CommitResult.LEASE_LOST);
      own.commit();
    }
    assertThat(store.commit(List.of(result))).containsExactly(CommitResult.LEASE_LOST);
    assertThat(told()).isEqualTo(1);
    assertThat(state(result)).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void both_go_with_the_callers_rollback() throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement result = running(1).get(0);
    try (Connection own = begin()) {
      store.commit(own, result);
      own.rollback();
    }
    assertThat(told()).isZero();
    assertThat(state(result)).isEqualTo(JobState.RUNNING);
  }

  @Test
  void a_caller_that_commits_after_a_fault_has_neither() throws SQLException {
    store.followUps(
        ended -> {
          throw new StoreException("say what follows", true, null);
        });
    Settlement result = running(1).get(0);
    NewJob other = fixture.job();
    try (Connection own = begin()) {
      store.enqueue(own, List.of(other));
      assertThatThrownBy(() -> store.commit(own, result)).isInstanceOf(StoreException.class);
      own.commit();
    }
    assertThat(state(result)).isEqualTo(JobState.RUNNING);
    assertThat(store.queries().job(other.id())).isPresent();
  }

  @Test
  void without_a_transaction_it_is_one_of_its_own() throws SQLException {
    store.followUps(new NotificationFollowUps());
    Settlement result = running(1).get(0);
    try (Connection own = PostgresDatabase.dataSource().getConnection()) {
      refuse();
      assertThatThrownBy(() -> store.commit(own, result)).isInstanceOf(StoreException.class);
      assertThat(state(result)).isEqualTo(JobState.RUNNING);
      refuseNoMore();
      assertThat(store.commit(own, result)).isEqualTo(CommitResult.COMMITTED);
      assertThat(own.getAutoCommit()).isTrue();
    }
    assertThat(state(result)).isEqualTo(JobState.SUCCEEDED);
    assertThat(told()).isEqualTo(1);
  }

  private static Connection begin() throws SQLException {
    Connection own = PostgresDatabase.dataSource().getConnection();
    own.setAutoCommit(false);
    return own;
  }

  private List<Settlement> running(int count) {
    fixture.store.enqueue(fixture.jobs(count));
    return fixture.claim(count).stream().map(PostgresFixture::succeeded).toList();
  }

  private void refuse() throws SQLException {
    PostgresDatabase.execute(
        "ALTER TABLE "
            + fixture.schema
            + ".taskforge_job ADD CONSTRAINT refuse CHECK (type <> 'tell')");
  }

  private void refuseNoMore() throws SQLException {
    PostgresDatabase.execute(
        "ALTER TABLE " + fixture.schema + ".taskforge_job DROP CONSTRAINT refuse");
  }

  private JobState state(Settlement result) {
    return fixture.store.queries().job(result.job().id()).orElseThrow().state();
  }

  private long told() throws SQLException {
    return fixture.rows("job WHERE type = 'tell'");
  }
}

package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.jdbc.NotificationFollowUps;
import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The number of statements that follow-ups take, and failures between a job's end and its
 * follow-up.
 */
final class FollowUpsTest {
  private static final FollowUps UNWANTED =
      new FollowUps() {
        @Override
        public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
          return false;
        }

        @Override
        public List<NewJob> after(List<EndedJob> ended) {
          throw new AssertionError("no job type has follow-ups");
        }
      };

  private static final String SCHEMA = PostgresDatabase.freshSchema();

  private final PostgresFixture fixture = PostgresFixture.in(SCHEMA);
  private final FaultInjectingDataSource database =
      new FaultInjectingDataSource(PostgresDatabase.dataSource());
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

  @AfterAll
  static void dropSchema() throws SQLException {
    PostgresDatabase.drop(SCHEMA);
  }

  @Test
  void a_thousand_ended_jobs_and_their_follow_ups_take_two_statements() throws SQLException {
    store.followUps(new NotificationFollowUps());
    List<Settlement> results = running(1_000);
    database.onPrepare(prepared::add);

    assertThat(store.commit(results)).hasSize(1_000).containsOnly(CommitResult.COMMITTED);

    assertThat(prepared).hasSize(2);
    assertThat(told()).isEqualTo(1_000);
  }

  @Test
  void without_follow_ups_results_are_committed_by_one_statement() {
    database.onPrepare(prepared::add);
    store.commit(running(2));
    List<String> without = List.copyOf(prepared);
    prepared.clear();
    store.followUps(UNWANTED);
    store.commit(running(2));

    assertThat(prepared).hasSize(1).isEqualTo(without);
  }

  @Test
  void a_connection_that_breaks_between_end_and_follow_up_commits_neither() throws SQLException {
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
  void a_follow_up_that_cannot_be_stored_rolls_back_the_end() throws SQLException {
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
  void a_completion_and_its_follow_up_are_committed_once_with_the_callers_transaction()
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
  void both_are_rolled_back_with_the_callers_transaction() throws SQLException {
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
  void a_caller_that_commits_after_a_failure_commits_neither() throws SQLException {
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
  void without_a_callers_transaction_both_are_committed_in_a_new_one() throws SQLException {
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

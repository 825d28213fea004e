package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.store.ClaimedJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hourly statistics on PostgreSQL: several nodes, restarts, and what a read touches. */
final class StatisticsTest {
  private static final StatisticsFilter ALL = StatisticsFilter.all();

  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void three_nodes_that_commit_and_fold_at_once_count_each_attempt_once() throws Exception {
    int jobs = 3_000;
    fixture.store.enqueue(fixture.jobs(jobs));
    List<PostgresJobStore> nodes = List.of(open(), open(), open());
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (PostgresJobStore node : nodes) {
        work.add(() -> drain(node));
        work.add(() -> fold(node, 60));
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
      nodes.forEach(PostgresJobStore::close);
    }

    assertThat(figures(fixture.store).ended()).containsEntry(JobState.SUCCEEDED, (long) jobs);
    fold(fixture.store, 1);
    assertThat(fixture.rows("statistics_delta")).isZero();
    assertThat(figures(fixture.store).ended()).containsEntry(JobState.SUCCEEDED, (long) jobs);
    assertThat(fixture.rows("finished_succeeded WHERE worker IS NOT NULL")).isEqualTo(jobs);
  }

  @Test
  void statistics_are_the_same_before_and_after_folding_and_after_a_restart() {
    fixture.finished(JobState.SUCCEEDED);
    fixture.clock.advance(Duration.ofHours(1));
    fixture.finished(JobState.FAILED);
    fixture.finished(JobState.CANCELLED);
    Set<AttemptTally> before = Set.copyOf(fixture.store.queries().statistics(ALL));

    fold(fixture.store, 2);
    assertThat(Set.copyOf(fixture.store.queries().statistics(ALL))).isEqualTo(before);
    try (PostgresJobStore again = open()) {
      assertThat(Set.copyOf(again.queries().statistics(ALL))).isEqualTo(before);
    }
  }

  @Test
  void a_transaction_that_is_rolled_back_counts_nothing() throws Exception {
    fixture.store.enqueue(fixture.jobs(1));
    ClaimedJob claimed = fixture.claim(1).get(0);
    try (Connection connection = PostgresDatabase.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      fixture.store.commit(connection, PostgresFixture.succeeded(claimed));
      connection.rollback();
      connection.setAutoCommit(true);
    }
    assertThat(figures(fixture.store)).isEqualTo(JobFigures.NONE);

    fixture.store.commit(List.of(PostgresFixture.succeeded(claimed)));
    assertThat(figures(fixture.store).started()).isEqualTo(1);
  }

  @Test
  void a_read_of_one_queue_and_month_reads_only_the_rows_of_both() throws Exception {
    PostgresDatabase.execute(
        """
        INSERT INTO %s.taskforge_statistics
        SELECT h, 'q' || q, 'default', 'work', c, 10, 1000, 0
        FROM generate_series(500000, 502000) h, generate_series(1, 20) q, generate_series(1, 2) c
        """
            .formatted(fixture.schema));
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_statistics");

    assertThat(planOfOneQueueAndMonth())
        .contains("taskforge_statistics_queue", "Seq Scan on taskforge_statistics_delta")
        .doesNotContain("Seq Scan on taskforge_statistics ")
        .doesNotContain("taskforge_attempt", "taskforge_finished", "taskforge_job");
  }

  @Test
  void a_series_over_all_queues_reads_only_totals() throws Exception {
    PostgresDatabase.execute(
        """
        INSERT INTO %1$s.taskforge_statistics
        SELECT h, 'q' || q, 'default', 'work', c, 10, 1000, 0
        FROM generate_series(500000, 502000) h, generate_series(1, 20) q, generate_series(1, 2) c;
        INSERT INTO %1$s.taskforge_statistics
        SELECT h, '', tenant, '', c, 200, 20000, 0
        FROM generate_series(500000, 502000) h, unnest(ARRAY['', 'default']) tenant,
          generate_series(1, 2) c;
        ANALYZE %1$s.taskforge_statistics;
        """
            .formatted(fixture.schema));

    assertThat(plan(1, null)).contains("taskforge_statistics_total");
    assertThat(plan(1, null)).doesNotContain("Seq Scan on taskforge_statistics ");
  }

  private String planOfOneQueueAndMonth() throws SQLException {
    return plan(720, "q7");
  }

  private String plan(int step, @Nullable String queue) throws SQLException {
    Statements statements = new Statements(new TableNames(fixture.schema, "taskforge_"), null);
    try (Connection connection = PostgresDatabase.dataSource().getConnection();
        NamedStatement statement =
            statements.planned(connection, "EXPLAIN " + StatisticsTable.READ)) {
      return statement
          .number("from", 500_100)
          .number("to", 500_820)
          .number("days_from", 500_112)
          .number("days_to", 500_808)
          .number("step", step)
          .flag("totals", queue == null)
          .text("tenant", null)
          .text("queue", queue)
          .text("type", null)
          .list(row -> row.getString(1))
          .toString();
    }
  }

  private PostgresJobStore open() {
    return PostgresJobStore.builder(PostgresDatabase.dataSource())
        .schema(fixture.schema)
        .clock(fixture.clock)
        .build();
  }

  private static JobFigures figures(PostgresJobStore store) {
    return JobFigures.of(store.queries().statistics(ALL));
  }

  private static Void drain(PostgresJobStore node) {
    while (true) {
      List<ClaimedJob> claimed = node.claim(PostgresFixture.request(20));
      if (claimed.isEmpty()) {
        return null;
      }
      node.commit(claimed.stream().map(PostgresFixture::succeeded).toList());
    }
  }

  private static Void fold(PostgresJobStore node, int times) {
    for (int i = 0; i < times; i++) {
      node.purge(Retention.DEFAULT, 1);
    }
    return null;
  }
}

package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Retention;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hourly statistics on SQLite: several nodes on one file, and restarts. */
final class StatisticsTest {
  private static final int JOBS = 600;

  @TempDir Path directory;

  private SqliteJobStore open() {
    return SqliteJobStore.open(directory.resolve("jobs.db"));
  }

  @Test
  void three_nodes_count_each_attempt_once_also_after_a_restart() throws Exception {
    List<SqliteJobStore> nodes = List.of(open(), open(), open());
    List<NewJob> jobs = SqliteJobs.jobs(JOBS);
    nodes.get(0).enqueue(jobs);
    ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
    List<JobId> done = new ArrayList<>();
    Set<AttemptTally> before;
    try {
      List<Callable<List<JobId>>> work = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        SqliteJobStore node = nodes.get(i);
        String worker = "w" + i;
        work.add(
            () -> {
              List<JobId> drained = SqliteJobs.drain(node, worker, 10);
              node.purge(Retention.DEFAULT, 100);
              return drained;
            });
      }
      for (Future<List<JobId>> drained : threads.invokeAll(work)) {
        done.addAll(drained.get());
      }
      before = Set.copyOf(nodes.get(1).queries().statistics(StatisticsFilter.all()));
    } finally {
      threads.shutdownNow();
      nodes.forEach(SqliteJobStore::close);
    }

    assertThat(done).hasSize(JOBS).doesNotHaveDuplicates();
    try (SqliteJobStore again = open()) {
      assertThat(Set.copyOf(again.queries().statistics(StatisticsFilter.all()))).isEqualTo(before);
      long rows = 0;
      for (NewJob job : jobs) {
        rows += again.queries().attempts(AttemptFilter.latest(job.id(), 10)).size();
      }
      JobFigures figures = JobFigures.of(before);
      assertThat(figures.started()).isEqualTo(rows).isEqualTo(JOBS);
      assertThat(figures.ended()).containsEntry(JobState.SUCCEEDED, (long) JOBS);
    }
  }
}

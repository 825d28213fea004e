package io.taskforge.jdbc.postgres;

import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Enforces retention and creates partitions, each table in its own transaction. */
final class RetentionCleanup {
  private static final List<JobState> FINAL_STATES =
      List.of(JobState.SUCCEEDED, JobState.FAILED, JobState.DEAD, JobState.CANCELLED);
  private static final String ATTEMPT = "attempt";

  private final Transactions transactions;
  private final PurgeFinishedJobs purge;
  private final Partitions partitions;
  private final StatisticsTable statistics;

  RetentionCleanup(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.purge = new PurgeFinishedJobs(statements);
    this.partitions = new Partitions(statements);
    this.statistics = new StatisticsTable(statements);
  }

  /** Creates partitions for the coming days. */
  void makePartitions(Instant now) {
    for (String table : tables()) {
      transactions.transaction("make partitions", c -> partitions.make(c, table, now));
    }
  }

  /** Adds what commits have counted to the hourly statistics. */
  void foldStatistics() {
    int folded;
    do {
      folded = transactions.statement("fold statistics", statistics::fold);
    } while (folded == StatisticsTable.BATCH);
  }

  /**
   * Deletes at most {@code limit} jobs, then drops old partitions; returns the number of deleted
   * jobs.
   */
  int purge(Retention retention, int limit, Instant now) {
    int purged = 0;
    for (JobState state : FINAL_STATES) {
      int left = limit - purged;
      if (left > 0) {
        purged +=
            transactions.statement(
                "purge finished jobs", c -> purge.purge(c, state, retention.of(state), left));
      }
    }
    for (JobState state : FINAL_STATES) {
      Instant oldest = now.minus(retention.of(state));
      transactions.transaction(
          "drop partitions", c -> partitions.drop(c, Partitions.finished(state), oldest));
    }
    Instant oldest = now.minus(retention.longest());
    transactions.transaction("drop partitions", c -> partitions.drop(c, ATTEMPT, oldest));
    transactions.statement(
        "purge attempts", c -> partitions.purgeDefault(c, retention.longest(), limit));
    transactions.statement(
        "purge statistics", c -> statistics.purge(c, now.minus(retention.statistics())));
    makePartitions(now);
    return purged;
  }

  private static List<String> tables() {
    List<String> tables = new ArrayList<>(List.of(ATTEMPT));
    FINAL_STATES.forEach(state -> tables.add(Partitions.finished(state)));
    return tables;
  }
}

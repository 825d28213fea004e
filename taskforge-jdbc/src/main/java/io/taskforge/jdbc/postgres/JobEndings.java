package io.taskforge.jdbc.postgres;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.FollowUpHook;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Ends jobs and enqueues their follow-up jobs in the same transaction, with one more statement. If
 * there can be no follow-up jobs, results of one kind are committed by a single statement.
 */
final class JobEndings {
  private final FollowUpHook hook = new FollowUpHook();
  private final Transactions transactions;
  private final CommitSettlements commit;
  private final ChangeJob change;
  private final EnqueueJobs enqueue;
  private final Arrivals arrivals;

  JobEndings(
      Transactions transactions,
      CommitSettlements commit,
      ChangeJob change,
      EnqueueJobs enqueue,
      Arrivals arrivals) {
    this.transactions = transactions;
    this.commit = commit;
    this.change = change;
    this.enqueue = enqueue;
    this.arrivals = arrivals;
  }

  /** The result of a transaction, and the follow-up jobs that it stored. */
  private record Followed<T>(T answer, List<NewJob> jobs) {}

  void set(FollowUps followUps) {
    hook.set(followUps);
  }

  List<CommitResult> commit(List<Settlement> settlements) {
    if (settlements.isEmpty()) {
      return List.of();
    }
    CommitSettlements.Batch batch = CommitSettlements.Batch.of(settlements);
    List<CommitResult> results =
        needsTransaction(batch)
            ? met(transactions.transaction("commit results", c -> committed(c, batch)))
            : transactions.statement("commit results", c -> commit.commit(c, batch).results());
    arrivals.settled(settlements);
    return results;
  }

  /**
   * Like {@link #commit}, in the caller's transaction. Workers find the follow-up jobs by polling.
   */
  List<CommitResult> commit(Connection transaction, List<Settlement> settlements) {
    CommitSettlements.Batch batch = CommitSettlements.Batch.of(settlements);
    if (!needsTransaction(batch)) {
      return transactions.joined(
          "commit a result", transaction, c -> commit.commit(c, batch).results());
    }
    return transactions.joinedWhole(
        "commit a result", transaction, c -> committed(c, batch).answer);
  }

  private boolean needsTransaction(CommitSettlements.Batch batch) {
    return batch.isMixed() || hook.mayFollow(batch.all());
  }

  ChangeResult change(JobId job, JobChange wish) {
    return met(
        transactions.transaction(
            "change a job",
            c -> {
              ChangeJob.Changed changed = change.change(c, job, wish);
              List<NewJob> next =
                  changed.ended() == null
                      ? List.of()
                      : stored(c, hook.after(List.of(changed.ended())));
              return new Followed<>(changed.result(), next);
            }));
  }

  private Followed<List<CommitResult>> committed(Connection c, CommitSettlements.Batch batch)
      throws SQLException {
    CommitSettlements.Committed committed = commit.commit(c, batch);
    return new Followed<>(
        committed.results(),
        stored(c, hook.after(batch.all(), committed.results(), committed.at())));
  }

  private List<NewJob> stored(Connection connection, List<NewJob> jobs) throws SQLException {
    if (!jobs.isEmpty()) {
      enqueue.enqueue(connection, jobs);
    }
    return jobs;
  }

  private <T> T met(Followed<T> followed) {
    arrivals.stored(followed.jobs);
    return followed.answer;
  }
}

package io.taskforge.testing.engine;

import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JdbcTransactions;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store with caller-owned transactions, which the test commits or rolls back. */
final class JdbcLikeStore extends UnreliableStore implements JdbcTransactions {
  private @Nullable Settlement open;

  JdbcLikeStore(JobStore real) {
    super(real);
  }

  @Override
  public List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs) {
    return enqueue(jobs);
  }

  @Override
  public CommitResult commit(Connection transaction, Settlement settlement) {
    open = settlement;
    return CommitResult.COMMITTED;
  }

  void commitTransaction() {
    if (open != null) {
      commit(List.of(open));
    }
  }
}

package io.taskforge.store;

import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import java.sql.Connection;
import java.util.List;

/**
 * Enqueues and settles jobs in the caller's own JDBC transaction, on a connection to the store's
 * database. The caller commits or rolls back.
 */
public interface JdbcTransactions {
  /** Like {@link JobStore#enqueue}, but durable only after the caller's commit. */
  List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs);

  /** Like {@link JobStore#commit} of one settlement, but durable only after the caller's commit. */
  CommitResult commit(Connection transaction, Settlement settlement);
}

package io.taskforge.store;

import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import java.sql.Connection;
import java.util.List;

/**
 * What a store in a database can do besides: work in a transaction that the caller owns, on a
 * connection to the same database. The caller commits, or rolls back and nothing has happened.
 */
public interface JdbcTransactions {
  /** As {@link JobStore#enqueue}, but durable only with the caller's commit. */
  List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs);

  /** As {@link JobStore#commit} of one settlement, but only with the caller's commit. */
  CommitResult commit(Connection transaction, Settlement settlement);
}

package io.taskforge.audit;

import io.taskforge.job.Retention;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreMaintenance;
import java.util.List;

/**
 * An append-only log of who did what and when. Only {@link StoreMaintenance#purge} removes entries,
 * after {@link Retention#audit}. Like {@link JobStore}: thread-safe, and every method is one
 * transaction, durable when it returns.
 */
public interface AuditLog {
  /** Appends these entries atomically, in order, with the store's time. */
  void append(List<AuditEntry> entries);

  /** Returns the matching entries, newest first, up to the filter's limit. */
  List<AuditRecord> list(AuditFilter filter);
}

package io.taskforge.audit;

import io.taskforge.store.JobStore;
import java.util.List;

/**
 * Who did what, and when: entries are appended and read, and never changed. They go when {@link
 * Retention#audit} says so, by {@link JobStore#purge}, and in no other way. As {@link JobStore}:
 * thread-safe, every method is one transaction, durable when it returns.
 */
public interface AuditLog {
  /** Appends these entries, all or none, in their order, at the store's time. */
  void append(List<AuditEntry> entries);

  /** Returns the entries that match, newest first, at most as many as the filter says. */
  List<AuditRecord> list(AuditFilter filter);
}

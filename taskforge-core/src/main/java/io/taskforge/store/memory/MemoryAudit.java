package io.taskforge.store.memory;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditFilter;
import io.taskforge.audit.AuditLog;
import io.taskforge.audit.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The audit log in memory, under the store's monitor. */
final class MemoryAudit implements AuditLog {
  private final MemoryJobStore store;
  private final TreeMap<Long, AuditRecord> records = new TreeMap<>();
  private long last;

  MemoryAudit(MemoryJobStore store) {
    this.store = store;
  }

  @Override
  public void append(List<AuditEntry> entries) {
    synchronized (store) {
      store.open("append to the audit log");
      Instant now = store.now();
      for (AuditEntry entry : entries) {
        last++;
        records.put(last, new AuditRecord(last, now, entry));
      }
    }
  }

  @Override
  public List<AuditRecord> list(AuditFilter filter) {
    synchronized (store) {
      store.open("read the audit log");
      return records.descendingMap().values().stream()
          .filter(each -> matches(each, filter))
          .limit(filter.limit())
          .toList();
    }
  }

  private static boolean matches(AuditRecord each, AuditFilter filter) {
    AuditEntry entry = each.entry();
    return (filter.before() == null || each.sequence() < filter.before())
        && (filter.from() == null || !each.at().isBefore(filter.from()))
        && (filter.to() == null || each.at().isBefore(filter.to()))
        && is(filter.tenant(), entry.tenant())
        && is(filter.actor(), entry.actor())
        && is(filter.action(), entry.action())
        && is(filter.targetType(), entry.targetType())
        && is(filter.targetId(), entry.targetId());
  }

  private static boolean is(@Nullable Object wanted, @Nullable Object there) {
    return wanted == null || wanted.equals(there);
  }

  /** Removes up to {@code limit} older entries; the caller holds the monitor. */
  void purge(Duration kept, int limit, Instant now) {
    for (int i = 0; i < limit && !records.isEmpty(); i++) {
      if (!records.firstEntry().getValue().at().plus(kept).isBefore(now)) {
        return;
      }
      records.pollFirstEntry();
    }
  }
}

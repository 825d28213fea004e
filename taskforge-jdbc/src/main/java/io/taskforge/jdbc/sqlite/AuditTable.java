package io.taskforge.jdbc.sqlite;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditFilter;
import io.taskforge.audit.AuditLog;
import io.taskforge.audit.AuditRecord;
import io.taskforge.job.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The audit log in SQLite. */
final class AuditTable implements AuditLog {
  private static final String APPEND =
      """
      INSERT INTO ${prefix}audit
        (at, tenant, actor, action, target_type, target_id, outcome, detail)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String LIST =
      """
      SELECT seq, at, tenant, actor, action, target_type, target_id, outcome, detail
      FROM ${prefix}audit
      WHERE seq < ?1 AND at >= ?2 AND at < ?3
        AND (?4 IS NULL OR tenant = ?4)
        AND (?5 IS NULL OR actor = ?5)
        AND (?6 IS NULL OR action = ?6)
        AND (?7 IS NULL OR target_type = ?7)
        AND (?8 IS NULL OR target_id = ?8)
      ORDER BY seq DESC LIMIT ?9
      """;
  private static final String PURGE =
      """
      DELETE FROM ${prefix}audit
      WHERE seq IN (SELECT seq FROM ${prefix}audit WHERE at < ? ORDER BY at LIMIT ?)
      """;

  private final ReadConnections readers;
  private final WriterThread writer;
  private final InstantSource clock;
  private final String append;
  private final String list;
  private final String purge;

  AuditTable(ReadConnections readers, WriterThread writer, InstantSource clock, String prefix) {
    this.readers = readers;
    this.writer = writer;
    this.clock = clock;
    append = APPEND.replace("${prefix}", prefix);
    list = LIST.replace("${prefix}", prefix);
    purge = PURGE.replace("${prefix}", prefix);
  }

  @Override
  public void append(List<AuditEntry> entries) {
    List<AuditEntry> given = List.copyOf(entries);
    if (!given.isEmpty()) {
      writer.write("append to the audit log", session -> append(session, given));
    }
  }

  private int append(Session session, List<AuditEntry> entries) throws SQLException {
    long now = SqliteColumns.micros(clock.instant());
    int appended = 0;
    for (AuditEntry entry : entries) {
      TenantId tenant = entry.tenant();
      appended +=
          session.update(
              append,
              now,
              tenant == null ? null : tenant.value(),
              entry.actor(),
              entry.action(),
              entry.targetType(),
              entry.targetId(),
              entry.outcome().name(),
              entry.detail());
    }
    return appended;
  }

  @Override
  public List<AuditRecord> list(AuditFilter filter) {
    TenantId tenant = filter.tenant();
    return readers.read(
        "read the audit log",
        session ->
            session.query(
                list,
                AuditTable::read,
                filter.before() == null ? Long.MAX_VALUE : filter.before(),
                filter.from() == null ? Long.MIN_VALUE : SqliteColumns.micros(filter.from()),
                filter.to() == null ? Long.MAX_VALUE : SqliteColumns.micros(filter.to()),
                tenant == null ? null : tenant.value(),
                filter.actor(),
                filter.action(),
                filter.targetType(),
                filter.targetId(),
                filter.limit()));
  }

  /** Removes at most {@code limit} entries that are older. */
  int purge(Session session, Duration kept, int limit) throws SQLException {
    long now = SqliteColumns.micros(clock.instant());
    return session.update(purge, now - SqliteColumns.later(0, kept), limit);
  }

  private static AuditRecord read(ResultSet row) throws SQLException {
    String tenant = row.getString(3);
    return new AuditRecord(
        row.getLong(1),
        SqliteColumns.instant(row.getLong(2)),
        new AuditEntry(
            tenant == null ? null : new TenantId(tenant),
            row.getString(4),
            row.getString(5),
            row.getString(6),
            row.getString(7),
            AuditEntry.Outcome.valueOf(row.getString(8)),
            row.getString(9)));
  }
}

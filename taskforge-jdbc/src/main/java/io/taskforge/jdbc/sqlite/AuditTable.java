package io.taskforge.jdbc.sqlite;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditFilter;
import io.taskforge.audit.AuditLog;
import io.taskforge.audit.AuditRecord;
import io.taskforge.jdbc.Rows;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The audit log. */
final class AuditTable implements AuditLog {
  private static final String APPEND =
      """
      INSERT INTO ${prefix}audit
        (at, tenant, actor, action, target_type, target_id, outcome, detail)
      VALUES (:now, :tenant, :actor, :action, :target_type, :target_id, :outcome, :detail)
      """;
  private static final String LIST =
      """
      SELECT seq, at, tenant, actor, action, target_type, target_id, outcome, detail
      FROM ${prefix}audit
      WHERE seq < :before AND at >= :from AND at < :to
        AND (:tenant IS NULL OR tenant = :tenant)
        AND (:actor IS NULL OR actor = :actor)
        AND (:action IS NULL OR action = :action)
        AND (:target_type IS NULL OR target_type = :target_type)
        AND (:target_id IS NULL OR target_id = :target_id)
      ORDER BY seq DESC LIMIT :limit
      """;
  private static final String PURGE =
      """
      DELETE FROM ${prefix}audit
      WHERE seq IN (SELECT seq FROM ${prefix}audit WHERE at < :before ORDER BY at LIMIT :limit)
      """;

  private final ReadConnections readers;
  private final WriterThread writer;
  private final InstantSource clock;
  private final Rows rows = new Rows(new SqliteColumns());

  AuditTable(ReadConnections readers, WriterThread writer, InstantSource clock) {
    this.readers = readers;
    this.writer = writer;
    this.clock = clock;
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
      appended +=
          session
              .statement(APPEND)
              .number("now", now)
              .textOf("tenant", entry.tenant())
              .text("actor", entry.actor())
              .text("action", entry.action())
              .text("target_type", entry.targetType())
              .text("target_id", entry.targetId())
              .text("outcome", entry.outcome().name())
              .text("detail", entry.detail())
              .update();
    }
    return appended;
  }

  @Override
  public List<AuditRecord> list(AuditFilter filter) {
    return readers.read(
        "read the audit log",
        session ->
            session
                .statement(LIST)
                .number("before", filter.before() == null ? Long.MAX_VALUE : filter.before())
                .number("from", SqliteColumns.fromMicros(filter.from()))
                .number("to", SqliteColumns.beforeMicros(filter.to()))
                .textOf("tenant", filter.tenant())
                .text("actor", filter.actor())
                .text("action", filter.action())
                .text("target_type", filter.targetType())
                .text("target_id", filter.targetId())
                .number("limit", filter.limit())
                .list(rows::audit));
  }

  /** Deletes at most {@code limit} entries that are older than {@code kept}. */
  int purge(Session session, Duration kept, int limit) throws SQLException {
    long now = SqliteColumns.micros(clock.instant());
    return session
        .statement(PURGE)
        .number("before", now - SqliteColumns.later(0, kept))
        .number("limit", limit)
        .update();
  }
}

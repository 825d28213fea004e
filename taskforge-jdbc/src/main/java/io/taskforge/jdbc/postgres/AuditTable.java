package io.taskforge.jdbc.postgres;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditFilter;
import io.taskforge.audit.AuditLog;
import io.taskforge.audit.AuditRecord;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.TenantId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The audit log. */
final class AuditTable implements AuditLog {
  private static final String APPEND =
      """
      INSERT INTO ${prefix}audit (
        at, tenant, actor, action, target_type, target_id, outcome, detail)
      SELECT
        COALESCE(:now::timestamptz, statement_timestamp()), g.tenant, g.actor, g.action,
        g.target_type, g.target_id, g.outcome, g.detail
      FROM unnest(
        :tenants::text[], :actors::text[], :actions::text[], :target_types::text[],
        :target_ids::text[], :outcomes::text[], :details::text[])
        WITH ORDINALITY
        AS g(tenant, actor, action, target_type, target_id, outcome, detail, place)
      ORDER BY g.place
      """;
  // The planner removes criteria that are null.
  private static final String LIST =
      """
      SELECT seq, at, tenant, actor, action, target_type, target_id, outcome, detail
      FROM ${prefix}audit
      WHERE (:before::bigint IS NULL OR seq < :before::bigint)
        AND (:from::timestamptz IS NULL OR at >= :from::timestamptz)
        AND (:to::timestamptz IS NULL OR at < :to::timestamptz)
        AND (:tenant::text IS NULL OR tenant = :tenant::text)
        AND (:actor::text IS NULL OR actor = :actor::text)
        AND (:action::text IS NULL OR action = :action::text)
        AND (:target_type::text IS NULL OR target_type = :target_type::text)
        AND (:target_id::text IS NULL OR target_id = :target_id::text)
      ORDER BY seq DESC LIMIT :limit
      """;
  private static final String PURGE =
      """
      DELETE FROM ${prefix}audit
      WHERE seq IN (
        SELECT seq FROM ${prefix}audit
        WHERE at < COALESCE(:now::timestamptz, statement_timestamp())
          - :kept_us::bigint * interval '1 microsecond'
        ORDER BY at LIMIT :limit
        FOR UPDATE SKIP LOCKED)
      """;

  private final Transactions transactions;
  private final Statements statements;
  private final Rows rows;

  AuditTable(Transactions transactions, Statements statements, Rows rows) {
    this.transactions = transactions;
    this.statements = statements;
    this.rows = rows;
  }

  @Override
  public void append(List<AuditEntry> entries) {
    if (!entries.isEmpty()) {
      transactions.statement("append to the audit log", c -> append(c, entries));
    }
  }

  private int append(Connection connection, List<AuditEntry> entries) throws SQLException {
    try (NamedStatement statement = statements.on(connection, APPEND)) {
      return statement
          .texts("tenants", all(entries, AuditTable::tenant))
          .texts("actors", all(entries, AuditEntry::actor))
          .texts("actions", all(entries, AuditEntry::action))
          .texts("target_types", all(entries, AuditEntry::targetType))
          .texts("target_ids", all(entries, AuditEntry::targetId))
          .texts("outcomes", all(entries, entry -> entry.outcome().name()))
          .texts("details", all(entries, AuditEntry::detail))
          .update();
    }
  }

  private static @Nullable String tenant(AuditEntry entry) {
    TenantId tenant = entry.tenant();
    return tenant == null ? null : tenant.value();
  }

  private static @Nullable String[] all(
      List<AuditEntry> entries, Function<AuditEntry, @Nullable String> text) {
    @Nullable String[] all = new @Nullable String[entries.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = text.apply(entries.get(i));
    }
    return all;
  }

  @Override
  public List<AuditRecord> list(AuditFilter filter) {
    return transactions.statement(
        "read the audit log",
        c -> {
          try (NamedStatement statement = statements.planned(c, LIST)) {
            return statement
                .numberOrNull("before", filter.before())
                .instant("from", filter.from())
                .instant("to", filter.to())
                .textOf("tenant", filter.tenant())
                .text("actor", filter.actor())
                .text("action", filter.action())
                .text("target_type", filter.targetType())
                .text("target_id", filter.targetId())
                .number("limit", filter.limit())
                .list(rows::audit);
          }
        });
  }

  /** Deletes at most {@code limit} entries that are older than {@code kept}. */
  int purge(Connection connection, Duration kept, int limit) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, PURGE)) {
      return statement.duration("kept_us", kept).number("limit", limit).update();
    }
  }
}

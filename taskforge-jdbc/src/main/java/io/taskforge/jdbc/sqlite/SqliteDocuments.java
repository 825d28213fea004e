package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.DocumentTable;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.jdbc.SingleStatements;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.PageBytes;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The table of documents in SQLite. */
final class SqliteDocuments extends DocumentTable {
  private static final String LIST =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND (tenant, id) > (:after_tenant, :after_id)
      ORDER BY tenant, id LIMIT :limit
      """;
  private static final String LIST_OF_TENANT =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND (tenant, id) > (:after_tenant, :after_id)
      ORDER BY id LIMIT :limit
      """;

  SqliteDocuments(SingleStatements statements) {
    super(statements);
  }

  @Override
  protected String listSql(@Nullable TenantId tenant) {
    return tenant == null ? LIST : LIST_OF_TENANT;
  }

  @Override
  protected Page<Document> page(NamedStatement list, @Nullable TenantId tenant, int limit)
      throws SQLException {
    if (tenant != null) {
      list.text("tenant", tenant.value());
    }
    return list.page(limit, this::document, PageBytes::of);
  }
}

package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.DocumentTable;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.jdbc.SingleStatements;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.PageBytes;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The table of documents in PostgreSQL. */
final class PostgresDocuments extends DocumentTable {
  // The database ends the page at :max_bytes, because the driver reads the whole result into the
  // heap. It computes the lengths of texts without reading them.
  private static final String LIST =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at, found
      FROM (
        SELECT
          d.*,
          count(*) OVER () AS found,
          sum(octet_length(json)) OVER (
            ORDER BY tenant, id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
        FROM (
          SELECT * FROM ${prefix}document
          WHERE kind = :kind
            AND (:tenant::text IS NULL OR tenant = :tenant::text)
            AND (tenant, id) > (:after_tenant, :after_id)
          ORDER BY tenant, id
          LIMIT :limit) d) page
      WHERE bytes_before IS NULL OR bytes_before < :max_bytes
      ORDER BY tenant, id
      """;

  PostgresDocuments(SingleStatements statements) {
    super(statements);
  }

  @Override
  protected String listSql(@Nullable TenantId tenant) {
    return LIST;
  }

  @Override
  protected Page<Document> page(NamedStatement list, @Nullable TenantId tenant, int limit)
      throws SQLException {
    list.textOf("tenant", tenant).number("max_bytes", PageBytes.MAX);
    return BoundedPage.read(list, limit, this::document);
  }
}

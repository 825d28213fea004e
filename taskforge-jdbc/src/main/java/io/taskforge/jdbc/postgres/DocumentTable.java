package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentContent;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.PageBytes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of documents. */
final class DocumentTable implements DocumentStore {
  private static final String FIND =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id
      """;
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
            ORDER BY tenant, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
        FROM (
          SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
          FROM ${prefix}document
          WHERE kind = :kind
            AND (:tenant::text IS NULL OR tenant = :tenant::text)
            AND (tenant, id) > (:after_tenant, :after_id)
          ORDER BY tenant, id
          LIMIT :limit) d) page
      WHERE bytes_before IS NULL OR bytes_before < :max_bytes
      ORDER BY tenant, id
      """;
  private static final String COUNT =
      """
      SELECT count(*) FROM ${prefix}document WHERE kind = :kind AND tenant = :tenant
      """;
  private static final String DUE =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND due_at <= COALESCE(:now::timestamptz, statement_timestamp())
      ORDER BY due_at, tenant, id
      LIMIT :limit
      """;
  private static final String CREATE =
      """
      INSERT INTO ${prefix}document (
        kind, tenant, id, version, json, due_at, created_at, changed_at)
      VALUES (
        :kind, :tenant, :id, 1, :json, :due_at::timestamptz,
        COALESCE(:now::timestamptz, statement_timestamp()),
        COALESCE(:now::timestamptz, statement_timestamp()))
      ON CONFLICT (kind, tenant, id) DO NOTHING
      RETURNING kind, tenant, id, version, json, due_at, created_at, changed_at
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}document
      SET
        version = version + 1,
        json = :json,
        due_at = :due_at::timestamptz,
        changed_at = COALESCE(:now::timestamptz, statement_timestamp())
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      RETURNING kind, tenant, id, version, json, due_at, created_at, changed_at
      """;
  // Uses a kind that is never listed. All nodes write the same row.
  private static final String CHECK_WRITABLE =
      """
      INSERT INTO ${prefix}document (
        kind, tenant, id, version, json, due_at, created_at, changed_at)
      VALUES (
        'WRITE_CHECK', 'default', 'write-check', 1, '{}', NULL,
        COALESCE(:now::timestamptz, statement_timestamp()),
        COALESCE(:now::timestamptz, statement_timestamp()))
      ON CONFLICT (kind, tenant, id) DO UPDATE SET changed_at = excluded.changed_at
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      """;

  private final Transactions transactions;
  private final Statements statements;
  private final Columns columns;

  DocumentTable(Transactions transactions, Statements statements, Columns columns) {
    this.transactions = transactions;
    this.statements = statements;
    this.columns = columns;
  }

  @Override
  public Optional<Document> find(DocumentKey key) {
    return transactions.statement(
        "read " + key,
        c -> {
          try (NamedStatement statement = statements.on(c, FIND)) {
            return first(named(statement, key));
          }
        });
  }

  @Override
  public DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    Page<Document> page =
        transactions.statement(
            "list documents",
            c -> {
              try (NamedStatement statement = statements.planned(c, LIST)) {
                return BoundedPage.read(
                    statement
                        .text("kind", kind.name())
                        .textOf("tenant", tenant)
                        .text("after_tenant", after == null ? "" : after.tenant().value())
                        .text("after_id", after == null ? "" : after.id())
                        .number("limit", limit + 1L)
                        .number("max_bytes", PageBytes.MAX),
                    limit,
                    this::document);
              }
            });
    List<Document> items = page.items();
    return new DocumentPage(items, page.more() ? items.get(items.size() - 1).key() : null);
  }

  @Override
  public long count(DocumentKind kind, TenantId tenant) {
    return transactions.statement(
        "count documents",
        c -> {
          try (NamedStatement statement = statements.on(c, COUNT)) {
            return statement.text("kind", kind.name()).text("tenant", tenant.value()).number();
          }
        });
  }

  @Override
  public List<Document> due(DocumentKind kind, int limit) {
    return transactions.statement(
        "read due documents",
        c -> {
          try (NamedStatement statement = statements.on(c, DUE)) {
            return statement.text("kind", kind.name()).number("limit", limit).list(this::document);
          }
        });
  }

  @Override
  public Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return transactions.statement(
        "create " + key,
        c -> {
          try (NamedStatement statement = statements.on(c, CREATE)) {
            return first(content(named(statement, key), content));
          }
        });
  }

  @Override
  public Optional<Document> replace(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return transactions.statement(
        "replace " + key,
        c -> {
          try (NamedStatement statement = statements.on(c, REPLACE)) {
            return first(content(named(statement, key).number("version", version), content));
          }
        });
  }

  @Override
  public boolean delete(DocumentKey key, long version) {
    return transactions.statement(
        "delete " + key,
        c -> {
          try (NamedStatement statement = statements.on(c, DELETE)) {
            return named(statement, key).number("version", version).update() == 1;
          }
        });
  }

  void checkWritable() {
    transactions.statement(
        "check that the store takes writes",
        c -> {
          try (NamedStatement statement = statements.on(c, CHECK_WRITABLE)) {
            return statement.update();
          }
        });
  }

  private static NamedStatement named(NamedStatement statement, DocumentKey key)
      throws SQLException {
    return statement
        .text("kind", key.kind().name())
        .text("tenant", key.tenant().value())
        .text("id", key.id());
  }

  private static NamedStatement content(NamedStatement statement, DocumentContent content)
      throws SQLException {
    return statement.text("json", content.json()).instant("due_at", content.dueAt());
  }

  private Optional<Document> first(NamedStatement statement) throws SQLException {
    return Optional.ofNullable(statement.first(this::document));
  }

  private Document document(ResultSet row) throws SQLException {
    return new Document(
        new DocumentKey(
            DocumentKind.valueOf(columns.text(row, "kind")),
            new TenantId(columns.text(row, "tenant")),
            columns.text(row, "id")),
        row.getLong("version"),
        columns.text(row, "json"),
        columns.instantOrNull(row, "due_at"),
        columns.instant(row, "created_at"),
        columns.instant(row, "changed_at"));
  }
}

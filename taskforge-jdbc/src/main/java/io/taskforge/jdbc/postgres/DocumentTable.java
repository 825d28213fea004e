package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.Page;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentContent;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Documents in PostgreSQL. */
final class DocumentTable implements DocumentStore {
  private static final String COLUMNS =
      "kind, tenant, id, version, json, due_at, created_at, changed_at";
  private static final String DUE_AT =
      "'epoch'::timestamptz + :due_at::bigint * interval '1 microsecond'";
  private static final String FIND =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id
      """;
  private static final String LIST =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = :kind AND (tenant, id) > (:after_tenant, :after_id)
      ORDER BY tenant, id LIMIT :limit
      """;
  private static final String LIST_OF_TENANT =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND (tenant, id) > (:after_tenant, :after_id)
      ORDER BY tenant, id LIMIT :limit
      """;
  private static final String COUNT =
      """
      SELECT count(*) FROM ${prefix}document WHERE kind = :kind AND tenant = :tenant
      """;
  private static final String DUE =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = :kind AND due_at <= ${now}
      ORDER BY due_at, tenant, id LIMIT :limit
      """;
  private static final String CREATE =
      """
      INSERT INTO ${prefix}document (
        kind, tenant, id, version, json, due_at, created_at, changed_at)
      VALUES (:kind, :tenant, :id, 1, :json, ${due_at}, ${now}, ${now})
      ON CONFLICT (kind, tenant, id) DO NOTHING
      RETURNING ${columns}
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}document
      SET version = version + 1, json = :json, due_at = ${due_at}, changed_at = ${now}
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      RETURNING ${columns}
      """;
  // Of no kind that is ever listed; all nodes write the same row.
  private static final String CHECK_WRITABLE =
      """
      INSERT INTO ${prefix}document (
        kind, tenant, id, version, json, due_at, created_at, changed_at)
      VALUES ('WRITE_CHECK', 'default', 'write-check', 1, '{}', NULL, ${now}, ${now})
      ON CONFLICT (kind, tenant, id) DO UPDATE SET changed_at = excluded.changed_at
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      """;

  private final Transactions transactions;
  private final Columns columns;
  private final NamedSql find;
  private final NamedSql list;
  private final NamedSql listOfTenant;
  private final NamedSql count;
  private final NamedSql due;
  private final NamedSql create;
  private final NamedSql replace;
  private final NamedSql delete;
  private final NamedSql checkWritable;

  DocumentTable(Transactions transactions, Dialect dialect, Columns columns) {
    this.transactions = transactions;
    this.columns = columns;
    find = sql(FIND, dialect);
    list = sql(page(LIST), dialect);
    listOfTenant = sql(page(LIST_OF_TENANT), dialect);
    count = sql(COUNT, dialect);
    due = sql(DUE, dialect);
    create = sql(CREATE, dialect);
    replace = sql(REPLACE, dialect);
    delete = sql(DELETE, dialect);
    checkWritable = sql(CHECK_WRITABLE, dialect);
  }

  private static String page(String list) {
    return PageSql.of(list, "octet_length(json)", "tenant, id");
  }

  private static NamedSql sql(String text, Dialect dialect) {
    return NamedSql.of(text.replace("${columns}", COLUMNS).replace("${due_at}", DUE_AT), dialect);
  }

  @Override
  public Optional<Document> find(DocumentKey key) {
    return transactions.statement(
        "read " + key,
        c -> {
          try (NamedStatement statement = find.on(c)) {
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
              try (NamedStatement statement = (tenant == null ? list : listOfTenant).on(c)) {
                if (tenant != null) {
                  statement.text("tenant", tenant.value());
                }
                statement
                    .text("kind", kind.name())
                    .text("after_tenant", after == null ? "" : after.tenant().value())
                    .text("after_id", after == null ? "" : after.id())
                    .number("limit", limit + 1L);
                return PageSql.read(statement, limit, this::document);
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
          try (NamedStatement statement = count.on(c)) {
            statement.text("kind", kind.name()).text("tenant", tenant.value());
            try (ResultSet row = statement.query()) {
              row.next();
              return row.getLong(1);
            }
          }
        });
  }

  @Override
  public List<Document> due(DocumentKind kind, int limit) {
    return transactions.statement(
        "read due documents",
        c -> {
          try (NamedStatement statement = due.on(c)) {
            return all(statement.text("kind", kind.name()).number("limit", limit));
          }
        });
  }

  @Override
  public Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return transactions.statement(
        "create " + key,
        c -> {
          try (NamedStatement statement = create.on(c)) {
            return first(
                named(statement, key)
                    .text("json", content.json())
                    .instant("due_at", content.dueAt()));
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
          try (NamedStatement statement = replace.on(c)) {
            return first(
                named(statement, key)
                    .number("version", version)
                    .text("json", content.json())
                    .instant("due_at", content.dueAt()));
          }
        });
  }

  @Override
  public boolean delete(DocumentKey key, long version) {
    return transactions.statement(
        "delete " + key,
        c -> {
          try (NamedStatement statement = delete.on(c)) {
            return named(statement, key).number("version", version).update() == 1;
          }
        });
  }

  void checkWritable() {
    transactions.statement(
        "check that the store takes writes",
        c -> {
          try (NamedStatement statement = checkWritable.on(c)) {
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

  private Optional<Document> first(NamedStatement statement) throws SQLException {
    return all(statement).stream().findFirst();
  }

  private List<Document> all(NamedStatement statement) throws SQLException {
    try (ResultSet row = statement.query()) {
      List<Document> documents = new ArrayList<>();
      while (row.next()) {
        documents.add(document(row));
      }
      return documents;
    }
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

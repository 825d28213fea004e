package io.taskforge.jdbc;

import static java.util.Objects.requireNonNull;

import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentContent;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.PendingWork;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The table of documents. The databases differ in how they limit the size of a page. */
public abstract class DocumentTable implements DocumentStore {
  private static final String FIND =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id
      """;
  private static final String COUNT =
      "SELECT count(*) FROM ${prefix}document WHERE kind = :kind AND tenant = :tenant";
  private static final String DUE =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND due_at <= COALESCE(:now, CURRENT_TIMESTAMP)
      ORDER BY due_at, tenant, id
      LIMIT :limit
      """;
  // Revisions are compared for equality only: each write adds a version, or a row, or deletes one.
  private static final String PENDING =
      """
      SELECT
        COALESCE(:now, CURRENT_TIMESTAMP) AS at,
        q.count AS queues, q.versions AS queue_versions, q.changed_at AS queue_changed,
        p.count AS policies, p.versions AS policy_versions, p.changed_at AS policy_changed,
        (SELECT min(due_at) FROM ${prefix}document
          WHERE kind = 'SCHEDULE' AND due_at IS NOT NULL) AS schedule_due,
        (SELECT min(due_at) FROM ${prefix}document
          WHERE kind = 'REDRIVE' AND due_at IS NOT NULL) AS redrive_due,
        (SELECT min(expires_at) FROM ${prefix}lease) AS lease_expires
      FROM (
        SELECT count(*) AS count, sum(version) AS versions, max(changed_at) AS changed_at
        FROM ${prefix}queue) q
      CROSS JOIN (
        SELECT count(*) AS count, sum(version) AS versions, max(changed_at) AS changed_at
        FROM ${prefix}document
        WHERE kind IN ('POLICY', 'JOB_TYPE')) p
      """;
  private static final String CREATE =
      """
      INSERT INTO ${prefix}document (
        kind, tenant, id, version, json, due_at, created_at, changed_at)
      VALUES (
        :kind, :tenant, :id, 1, :json, :due_at,
        COALESCE(:now, CURRENT_TIMESTAMP), COALESCE(:now, CURRENT_TIMESTAMP))
      ON CONFLICT (kind, tenant, id) DO NOTHING
      RETURNING kind, tenant, id, version, json, due_at, created_at, changed_at
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}document
      SET
        version = version + 1,
        json = :json,
        due_at = :due_at,
        changed_at = COALESCE(:now, CURRENT_TIMESTAMP)
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
        COALESCE(:now, CURRENT_TIMESTAMP), COALESCE(:now, CURRENT_TIMESTAMP))
      ON CONFLICT (kind, tenant, id) DO UPDATE SET changed_at = excluded.changed_at
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      """;

  private final SingleStatements statements;

  protected DocumentTable(SingleStatements statements) {
    this.statements = statements;
  }

  @Override
  public final Optional<Document> find(DocumentKey key) {
    return statements.read("read " + key, FIND, find -> first(named(find, key)));
  }

  @Override
  public final DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    Page<Document> page =
        statements.read(
            "list documents",
            listSql(tenant),
            list ->
                page(
                    list.text("kind", kind.name())
                        .text("after_tenant", after == null ? "" : after.tenant().value())
                        .text("after_id", after == null ? "" : after.id())
                        .number("limit", limit + 1L),
                    tenant,
                    limit));
    List<Document> items = page.items();
    return new DocumentPage(items, page.more() ? items.get(items.size() - 1).key() : null);
  }

  /**
   * Returns the statement of {@link #page}.
   *
   * @param tenant null for all tenants
   */
  protected abstract String listSql(@Nullable TenantId tenant);

  /** Reads a page; binds what the caller has not bound. */
  protected abstract Page<Document> page(NamedStatement list, @Nullable TenantId tenant, int limit)
      throws SQLException;

  @Override
  public final long count(DocumentKind kind, TenantId tenant) {
    return statements.read(
        "count documents",
        COUNT,
        count -> count.text("kind", kind.name()).text("tenant", tenant.value()).number());
  }

  @Override
  public final List<Document> due(DocumentKind kind, int limit) {
    return statements.read(
        "read due documents",
        DUE,
        due -> due.text("kind", kind.name()).number("limit", limit).list(this::document));
  }

  /** Also reads the tables of queues and leases. */
  public final PendingWork pendingWork() {
    return statements.read(
        "read what is pending", PENDING, pending -> requireNonNull(pending.first(this::pending)));
  }

  private PendingWork pending(ResultSet row) throws SQLException {
    Columns columns = statements.columns();
    StringJoiner settings = new StringJoiner(" ");
    for (int column = 2; column <= 7; column++) {
      settings.add(row.getString(column));
    }
    return new PendingWork(
        columns.instant(row, "at"),
        settings.toString(),
        columns.instantOrNull(row, "schedule_due"),
        columns.instantOrNull(row, "redrive_due"),
        columns.instantOrNull(row, "lease_expires"));
  }

  @Override
  public final Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return statements.write(
        "create " + key, CREATE, create -> first(content(named(create, key), content)));
  }

  @Override
  public final Optional<Document> replace(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return statements.write(
        "replace " + key,
        REPLACE,
        replace -> first(content(named(replace, key).number("version", version), content)));
  }

  @Override
  public final boolean delete(DocumentKey key, long version) {
    return statements.write(
        "delete " + key,
        DELETE,
        delete -> named(delete, key).number("version", version).update() == 1);
  }

  public final void checkWritable() {
    statements.write("check that the store takes writes", CHECK_WRITABLE, NamedStatement::update);
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

  protected final Document document(ResultSet row) throws SQLException {
    Columns columns = statements.columns();
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

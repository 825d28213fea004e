package io.taskforge.jdbc.sqlite;

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
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of documents. */
final class DocumentTable implements DocumentStore {
  private static final String FIND =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document WHERE kind = :kind AND tenant = :tenant AND id = :id
      """;
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
  private static final String COUNT =
      """
      SELECT count(*) FROM ${prefix}document WHERE kind = :kind AND tenant = :tenant
      """;
  private static final String DUE =
      """
      SELECT kind, tenant, id, version, json, due_at, created_at, changed_at
      FROM ${prefix}document
      WHERE kind = :kind AND due_at <= :now ORDER BY due_at, tenant, id LIMIT :limit
      """;
  private static final String CREATE =
      """
      INSERT INTO ${prefix}document (kind, tenant, id, version, json, due_at, created_at,
        changed_at)
      VALUES (:kind, :tenant, :id, 1, :json, :due_at, :now, :now)
      ON CONFLICT (kind, tenant, id) DO NOTHING
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}document
      SET version = version + 1, json = :json, due_at = :due_at, changed_at = :now
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      """;
  // Uses a kind that is never listed.
  private static final String CHECK_WRITABLE =
      """
      INSERT INTO ${prefix}document (kind, tenant, id, version, json, due_at, created_at,
        changed_at)
      VALUES ('WRITE_CHECK', 'default', 'write-check', 1, '{}', NULL, :now, :now)
      ON CONFLICT (kind, tenant, id) DO UPDATE SET changed_at = excluded.changed_at
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}document
      WHERE kind = :kind AND tenant = :tenant AND id = :id AND version = :version
      """;

  private final ReadConnections readers;
  private final WriterThread writer;
  private final InstantSource clock;

  DocumentTable(ReadConnections readers, WriterThread writer, InstantSource clock) {
    this.readers = readers;
    this.writer = writer;
    this.clock = clock;
  }

  @Override
  public Optional<Document> find(DocumentKey key) {
    return readers.read("read " + key, session -> found(session, key));
  }

  private static Optional<Document> found(Session session, DocumentKey key) throws SQLException {
    return Optional.ofNullable(named(session, FIND, key).first(DocumentTable::read));
  }

  private static NamedStatement named(Session session, String sql, DocumentKey key)
      throws SQLException {
    return session
        .statement(sql)
        .text("kind", key.kind().name())
        .text("tenant", key.tenant().value())
        .text("id", key.id());
  }

  @Override
  public DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    Page<Document> page =
        readers.read(
            "list documents",
            session -> {
              NamedStatement statement = session.statement(tenant == null ? LIST : LIST_OF_TENANT);
              if (tenant != null) {
                statement.text("tenant", tenant.value());
              }
              return statement
                  .text("kind", kind.name())
                  .text("after_tenant", after == null ? "" : after.tenant().value())
                  .text("after_id", after == null ? "" : after.id())
                  .number("limit", limit + 1L)
                  .page(limit, DocumentTable::read, PageBytes::of);
            });
    List<Document> items = page.items();
    return new DocumentPage(items, page.more() ? items.get(items.size() - 1).key() : null);
  }

  @Override
  public long count(DocumentKind kind, TenantId tenant) {
    return readers.read(
        "count documents",
        session ->
            session
                .statement(COUNT)
                .text("kind", kind.name())
                .text("tenant", tenant.value())
                .number());
  }

  @Override
  public List<Document> due(DocumentKind kind, int limit) {
    return readers.read(
        "read due documents",
        session ->
            session
                .statement(DUE)
                .text("kind", kind.name())
                .instant("now", clock.instant())
                .number("limit", limit)
                .list(DocumentTable::read));
  }

  @Override
  public Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return writer.write(
        "create " + key, session -> write(session, named(session, CREATE, key), key, content));
  }

  @Override
  public Optional<Document> replace(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return writer.write(
        "replace " + key,
        session ->
            write(session, named(session, REPLACE, key).number("version", version), key, content));
  }

  private Optional<Document> write(
      Session session, NamedStatement statement, DocumentKey key, DocumentContent content)
      throws SQLException {
    int written =
        statement
            .text("json", content.json())
            .instant("due_at", content.dueAt())
            .instant("now", clock.instant())
            .update();
    return written == 1 ? found(session, key) : Optional.empty();
  }

  @Override
  public boolean delete(DocumentKey key, long version) {
    return writer.write(
        "delete " + key,
        session -> named(session, DELETE, key).number("version", version).update() == 1);
  }

  void checkWritable() {
    writer.write(
        "check that the store takes writes",
        session -> session.statement(CHECK_WRITABLE).instant("now", clock.instant()).update());
  }

  private static Document read(ResultSet row) throws SQLException {
    return new Document(
        new DocumentKey(
            DocumentKind.valueOf(row.getString(1)),
            new TenantId(row.getString(2)),
            row.getString(3)),
        row.getLong(4),
        row.getString(5),
        SqliteColumns.instantOrNull(SqliteColumns.longOrNull(row, 6)),
        SqliteColumns.instant(row.getLong(7)),
        SqliteColumns.instant(row.getLong(8)));
  }
}

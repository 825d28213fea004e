package io.taskforge.jdbc.sqlite;

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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Documents in SQLite. */
final class DocumentTable implements DocumentStore {
  private static final String COLUMNS =
      "kind, tenant, id, version, json, due_at, created_at, changed_at";
  private static final String FIND =
      """
      SELECT ${columns} FROM ${prefix}document WHERE kind = ? AND tenant = ? AND id = ?
      """;
  private static final String LIST =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = ?1 AND (tenant, id) > (?2, ?3) ORDER BY tenant, id LIMIT ?4
      """;
  private static final String LIST_OF_TENANT =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = ?1 AND tenant = ?5 AND (tenant, id) > (?2, ?3) ORDER BY id LIMIT ?4
      """;
  private static final String COUNT =
      """
      SELECT count(*) FROM ${prefix}document WHERE kind = ? AND tenant = ?
      """;
  private static final String DUE =
      """
      SELECT ${columns} FROM ${prefix}document
      WHERE kind = ? AND due_at <= ? ORDER BY due_at, tenant, id LIMIT ?
      """;
  private static final String CREATE =
      """
      INSERT INTO ${prefix}document (kind, tenant, id, version, json, due_at, created_at,
        changed_at)
      VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?6)
      ON CONFLICT (kind, tenant, id) DO NOTHING
      """;
  private static final String REPLACE =
      """
      UPDATE ${prefix}document SET version = version + 1, json = ?, due_at = ?, changed_at = ?
      WHERE kind = ? AND tenant = ? AND id = ? AND version = ?
      """;
  // Of no kind that is ever listed.
  private static final String CHECK_WRITABLE =
      """
      INSERT INTO ${prefix}document (kind, tenant, id, version, json, due_at, created_at,
        changed_at)
      VALUES ('WRITE_CHECK', 'default', 'write-check', 1, '{}', NULL, ?1, ?1)
      ON CONFLICT (kind, tenant, id) DO UPDATE SET changed_at = excluded.changed_at
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}document WHERE kind = ? AND tenant = ? AND id = ? AND version = ?
      """;

  private final ReadConnections readers;
  private final WriterThread writer;
  private final InstantSource clock;
  private final String find;
  private final String list;
  private final String listOfTenant;
  private final String count;
  private final String due;
  private final String create;
  private final String replace;
  private final String delete;
  private final String checkWritable;

  DocumentTable(ReadConnections readers, WriterThread writer, InstantSource clock, String prefix) {
    this.readers = readers;
    this.writer = writer;
    this.clock = clock;
    find = filled(FIND, prefix);
    list = filled(LIST, prefix);
    listOfTenant = filled(LIST_OF_TENANT, prefix);
    count = filled(COUNT, prefix);
    due = filled(DUE, prefix);
    create = filled(CREATE, prefix);
    replace = filled(REPLACE, prefix);
    delete = filled(DELETE, prefix);
    checkWritable = filled(CHECK_WRITABLE, prefix);
  }

  private static String filled(String sql, String prefix) {
    return sql.replace("${columns}", COLUMNS).replace("${prefix}", prefix);
  }

  @Override
  public Optional<Document> find(DocumentKey key) {
    return readers.read("read " + key, session -> found(session, key));
  }

  private Optional<Document> found(Session session, DocumentKey key) throws SQLException {
    return Optional.ofNullable(
        session.first(
            find, DocumentTable::read, key.kind().name(), key.tenant().value(), key.id()));
  }

  @Override
  public DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    String afterTenant = after == null ? "" : after.tenant().value();
    String afterId = after == null ? "" : after.id();
    @Nullable Object[] all = {kind.name(), afterTenant, afterId, limit + 1};
    @Nullable Object[] ofTenant = Arrays.copyOf(all, all.length + 1);
    ofTenant[all.length] = tenant == null ? null : tenant.value();
    Page<Document> page =
        readers.read(
            "list documents",
            session ->
                session.page(
                    tenant == null ? list : listOfTenant,
                    limit,
                    DocumentTable::read,
                    PageBytes::of,
                    tenant == null ? all : ofTenant));
    List<Document> items = page.items();
    return new DocumentPage(items, page.more() ? items.get(items.size() - 1).key() : null);
  }

  @Override
  public long count(DocumentKind kind, TenantId tenant) {
    return readers.read(
        "count documents",
        session -> session.query(count, row -> row.getLong(1), kind.name(), tenant.value()).get(0));
  }

  @Override
  public List<Document> due(DocumentKind kind, int limit) {
    return readers.read(
        "read due documents",
        session -> session.query(due, DocumentTable::read, kind.name(), nowMicros(), limit));
  }

  @Override
  public Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return writer.write(
        "create " + key,
        session ->
            session.update(
                        create,
                        key.kind().name(),
                        key.tenant().value(),
                        key.id(),
                        content.json(),
                        SqliteColumns.microsOrNull(content.dueAt()),
                        nowMicros())
                    == 1
                ? found(session, key)
                : Optional.empty());
  }

  @Override
  public Optional<Document> replace(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    DocumentContent content = new DocumentContent(json, dueAt);
    return writer.write(
        "replace " + key,
        session ->
            session.update(
                        replace,
                        content.json(),
                        SqliteColumns.microsOrNull(content.dueAt()),
                        nowMicros(),
                        key.kind().name(),
                        key.tenant().value(),
                        key.id(),
                        version)
                    == 1
                ? found(session, key)
                : Optional.empty());
  }

  @Override
  public boolean delete(DocumentKey key, long version) {
    return writer.write(
        "delete " + key,
        session ->
            session.update(delete, key.kind().name(), key.tenant().value(), key.id(), version)
                == 1);
  }

  void checkWritable() {
    writer.write(
        "check that the store takes writes", session -> session.update(checkWritable, nowMicros()));
  }

  private long nowMicros() {
    return SqliteColumns.micros(clock.instant());
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

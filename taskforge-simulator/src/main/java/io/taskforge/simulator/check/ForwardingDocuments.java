package io.taskforge.simulator.check;

import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.DocumentStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A document store that passes every call on. */
class ForwardingDocuments implements DocumentStore {
  private final DocumentStore next;

  ForwardingDocuments(DocumentStore next) {
    this.next = next;
  }

  @Override
  public Optional<Document> find(DocumentKey key) {
    return next.find(key);
  }

  @Override
  public DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    return next.list(kind, tenant, after, limit);
  }

  @Override
  public long count(DocumentKind kind, TenantId tenant) {
    return next.count(kind, tenant);
  }

  @Override
  public List<Document> due(DocumentKind kind, int limit) {
    return next.due(kind, limit);
  }

  @Override
  public Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt) {
    return written(next.create(key, json, dueAt));
  }

  @Override
  public Optional<Document> replace(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    return written(next.replace(key, version, json, dueAt));
  }

  private Optional<Document> written(Optional<Document> document) {
    document
        .filter(each -> each.key().kind() == DocumentKind.DESTINATION)
        .ifPresent(this::destinationWritten);
    return document;
  }

  /** A call has created or replaced the document of a destination. */
  void destinationWritten(Document document) {}

  @Override
  public boolean delete(DocumentKey key, long version) {
    return next.delete(key, version);
  }
}

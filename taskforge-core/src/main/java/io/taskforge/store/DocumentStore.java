package io.taskforge.store;

import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores small JSON documents with a version: policies, schedules and the like. Like {@link
 * JobStore}: thread-safe, every method is one transaction, durable when it returns, and throws
 * {@link StoreException} if it fails or its outcome is unknown.
 *
 * <p>Optimistic locking: replacing and deleting are compare-and-set on the version. Of several
 * concurrent callers exactly one succeeds. JSON that is malformed or longer than 256 KiB is
 * rejected with an {@link IllegalArgumentException}.
 */
public interface DocumentStore {
  /** The number of documents on a page. */
  int PAGE_SIZE = 500;

  /** Returns a document; empty if there is none with this key. */
  Optional<Document> find(DocumentKey key);

  /**
   * Returns one page of the documents of a kind, ordered by tenant and id (keyset pagination).
   *
   * @param tenant null for all tenants
   * @param after {@link DocumentPage#next} of the previous page, or null for the first
   */
  DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit);

  /** Passes every document of a kind to {@code use}, ordered by tenant and id, page by page. */
  default void forEach(DocumentKind kind, @Nullable TenantId tenant, Consumer<Document> use) {
    DocumentKey next = null;
    do {
      DocumentPage page = list(kind, tenant, next, PAGE_SIZE);
      page.items().forEach(use);
      next = page.next();
    } while (next != null);
  }

  /** Counts a tenant's documents of a kind. */
  long count(DocumentKind kind, TenantId tenant);

  /** Returns the due documents of a kind by the store's clock, earliest first. */
  List<Document> due(DocumentKind kind, int limit);

  /** Creates a document with version 1; empty if it exists. */
  Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt);

  /** Replaces this version by the next; empty if the document has changed or is gone. */
  Optional<Document> replace(DocumentKey key, long version, String json, @Nullable Instant dueAt);

  /** Like {@link #create} for version 0, otherwise like {@link #replace}. */
  default Optional<Document> put(
      DocumentKey key, long version, String json, @Nullable Instant dueAt) {
    return version == 0 ? create(key, json, dueAt) : replace(key, version, json, dueAt);
  }

  /** Deletes this version; false if the document has changed or is gone. */
  boolean delete(DocumentKey key, long version);
}

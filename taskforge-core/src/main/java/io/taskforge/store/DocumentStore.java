package io.taskforge.store;

import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Small resources beside the jobs: JSON text with a version, for policies, schedules and the like.
 * As {@link JobStore}: thread-safe, every method is one transaction, durable when it returns, and
 * throws {@link StoreException} if it can't be carried out or its outcome is unknown.
 *
 * <p>Whoever replaces or deletes says which version; of several who do so at once, exactly one
 * wins, and the others are told by an empty answer. JSON that is not well-formed, or longer than
 * 256 KiB, is refused with an {@link IllegalArgumentException}.
 */
public interface DocumentStore {
  /** How many documents {@link #forEach} reads at once, at most. */
  int WALK = 500;

  /** Returns a document as it stands. */
  Optional<Document> find(DocumentKey key);

  /**
   * Returns the documents of a kind by tenant and id, one page at a time; see {@link DocumentPage}.
   *
   * @param tenant whose; null for all tenants
   * @param after the page before's next, or null for the first page
   */
  DocumentPage list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit);

  /** Hands every document of a kind to {@code use}, by tenant and id, read page by page. */
  default void forEach(DocumentKind kind, @Nullable TenantId tenant, Consumer<Document> use) {
    DocumentKey next = null;
    do {
      DocumentPage page = list(kind, tenant, next, WALK);
      page.items().forEach(use);
      next = page.next();
    } while (next != null);
  }

  /** Returns how many documents of a kind a tenant has. */
  long count(DocumentKind kind, TenantId tenant);

  /** Returns those whose {@code dueAt} has come by the store's clock, earliest first. */
  List<Document> due(DocumentKind kind, int limit);

  /** Stores a new document with version 1; empty if there is one already. */
  Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt);

  /** Replaces exactly that version by the next; empty if it has changed or gone. */
  Optional<Document> replace(DocumentKey key, long version, String json, @Nullable Instant dueAt);

  /** Removes exactly that version; false if it has changed or gone. */
  boolean delete(DocumentKey key, long version);
}

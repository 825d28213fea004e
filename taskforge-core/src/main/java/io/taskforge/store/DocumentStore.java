package io.taskforge.store;

import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
  /** Returns a document as it stands. */
  Optional<Document> find(DocumentKey key);

  /**
   * Returns the documents of a kind by tenant and id, one page at a time.
   *
   * @param tenant whose; null for all tenants
   * @param after the last key of the page before, or null for the first page
   */
  List<Document> list(
      DocumentKind kind, @Nullable TenantId tenant, @Nullable DocumentKey after, int limit);

  /** Returns those whose {@code dueAt} has come by the store's clock, earliest first. */
  List<Document> due(DocumentKind kind, int limit);

  /** Stores a new document with version 1; empty if there is one already. */
  Optional<Document> create(DocumentKey key, String json, @Nullable Instant dueAt);

  /** Replaces exactly that version by the next; empty if it has changed or gone. */
  Optional<Document> replace(DocumentKey key, long version, String json, @Nullable Instant dueAt);

  /** Removes exactly that version; false if it has changed or gone. */
  boolean delete(DocumentKey key, long version);
}

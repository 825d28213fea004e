package io.taskforge.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a document: a small versioned resource such as a schedule or a policy.
 *
 * @param version starts at 1 and increases with each replacement, for optimistic locking
 * @param json one JSON value as text, unchanged
 * @param dueAt when the document is due, or null
 */
public record Document(
    DocumentKey key,
    long version,
    String json,
    @Nullable Instant dueAt,
    Instant createdAt,
    Instant changedAt) {
  /** Omits the JSON, which may contain secrets. */
  @Override
  public String toString() {
    return "%s version %d of %s, due %s".formatted(key, version, changedAt, dueAt);
  }
}

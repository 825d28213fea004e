package io.taskforge.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A small resource beside the jobs, as it stood when it was read.
 *
 * @param version 1 when it was created, and one more with each replacement
 * @param json one JSON value as text, as it was given
 * @param dueAt when something is to be done about it, or null
 */
public record Document(
    DocumentKey key,
    long version,
    String json,
    @Nullable Instant dueAt,
    Instant createdAt,
    Instant changedAt) {
  /** Never shows the JSON, which may hold secrets. */
  @Override
  public String toString() {
    return "%s version %d of %s, due %s".formatted(key, version, changedAt, dueAt);
  }
}

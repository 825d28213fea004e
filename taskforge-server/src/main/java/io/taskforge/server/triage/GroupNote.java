package io.taskforge.server.triage;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What operators recorded about a failure group. Immutable.
 *
 * @param owner owner of the group, or null
 * @param muted whether the group is known and hidden from the list of what needs attention
 * @param by the caller who changed it last
 * @param at when it was changed last
 * @param version for optimistic locking; 0 if it is not stored
 */
public record GroupNote(
    @Nullable String owner,
    @Nullable String note,
    boolean muted,
    @Nullable String by,
    @Nullable Instant at,
    long version) {
  /** Nothing was recorded. */
  public static final GroupNote NONE = new GroupNote(null, null, false, null, null, 0);

  /** Whether there is nothing to store. */
  boolean isEmpty() {
    return owner == null && note == null && !muted;
  }
}

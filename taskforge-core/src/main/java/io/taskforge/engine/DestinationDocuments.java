package io.taskforge.engine;

import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationState;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The documents of destinations. Those that do not work normally are due, so they can be found. */
public final class DestinationDocuments {
  private DestinationDocuments() {}

  public static DocumentKey key(DestinationId id) {
    return new DocumentKey(DocumentKind.DESTINATION, id.tenant(), id.name());
  }

  /** Writes a state; empty if another worker was faster. */
  public static Optional<Document> write(
      JobStore store,
      DestinationId id,
      @Nullable Document before,
      DestinationState state,
      Instant now) {
    // An hour ago, because the time is an estimate and the document must be due at once.
    Instant dueAt = state.access() == DestinationAccess.OPEN ? null : now.minusSeconds(3600);
    long version = before == null ? 0 : before.version();
    return store.documents().put(key(id), version, DestinationJson.write(state), dueAt);
  }
}

package io.taskforge.store;

import io.taskforge.json.JsonText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a document says, checked. Stores make one of what they are given.
 *
 * @param json one JSON value as text, at most 256 KiB
 * @param dueAt when something is to be done about it, to the microsecond, or null
 */
public record DocumentContent(String json, @Nullable Instant dueAt) {
  // What every database can hold; nothing real is outside.
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  public DocumentContent {
    json = JsonText.checked("document", json);
    dueAt = dueAt == null ? null : kept(dueAt);
  }

  private static Instant kept(Instant time) {
    Instant cut = time.isAfter(LATEST) ? LATEST : time.truncatedTo(ChronoUnit.MICROS);
    return cut.isBefore(EARLIEST) ? EARLIEST : cut;
  }
}

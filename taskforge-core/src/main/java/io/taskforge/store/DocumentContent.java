package io.taskforge.store;

import io.taskforge.json.strict.JsonText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The validated content of a document, for authors of stores.
 *
 * @param json one JSON value as text, at most 256 KiB
 * @param dueAt when the document is due, truncated to microseconds, or null
 */
public record DocumentContent(String json, @Nullable Instant dueAt) {
  // The range that every database supports.
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  public DocumentContent {
    json = JsonText.checked("document", json);
    dueAt = dueAt == null ? null : clamped(dueAt);
  }

  private static Instant clamped(Instant time) {
    Instant cut = time.isAfter(LATEST) ? LATEST : time.truncatedTo(ChronoUnit.MICROS);
    return cut.isBefore(EARLIEST) ? EARLIEST : cut;
  }
}

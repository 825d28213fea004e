package io.taskforge.job;

import io.taskforge.json.strict.JsonText;

/**
 * A job's data or result: one JSON value as text, kept exactly as it was given, at most 256 KiB.
 */
public record Payload(String json) {
  /** The longest payload, in bytes of UTF-8. */
  public static final int MAX_BYTES = JsonText.MAX_BYTES;

  /** The JSON value null. */
  public static final Payload NULL = new Payload("null");

  public Payload {
    json = JsonText.checked("payload", json);
  }

  @Override
  public String toString() {
    return json;
  }
}

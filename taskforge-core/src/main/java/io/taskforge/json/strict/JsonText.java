package io.taskforge.json.strict;

import io.taskforge.json.InvalidJsonException;
import java.nio.charset.StandardCharsets;

/** Validates JSON text before it is stored. */
public final class JsonText {
  /** The maximum length of stored JSON, in bytes of UTF-8. */
  public static final int MAX_BYTES = 256 * 1024;

  private JsonText() {}

  /**
   * Returns {@code json} unchanged.
   *
   * @param what what the error message calls it
   * @throws IllegalArgumentException if it is not one JSON value of well-formed text, at most 256
   *     KiB long
   */
  public static String checked(String what, String json) {
    if (json.length() > MAX_BYTES || json.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(what + " must be at most 256 KiB of JSON but was longer");
    }
    try {
      StrictJson.check(json);
    } catch (InvalidJsonException e) {
      throw new IllegalArgumentException(what + " " + e.sentence(), e);
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(json)) {
      throw new IllegalArgumentException(
          what + " must be well-formed text but has a lone surrogate");
    }
    return json;
  }
}

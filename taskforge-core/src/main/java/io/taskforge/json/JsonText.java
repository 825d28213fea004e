package io.taskforge.json;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.json.JsonFactory;

/** Text that is one JSON value, checked before it is stored. */
public final class JsonText {
  /** The longest JSON text that is stored, in bytes of UTF-8. */
  public static final int MAX_BYTES = 256 * 1024;

  private static final JsonFactory JSON = new JsonFactory();

  private JsonText() {}

  /**
   * Returns {@code json} as it is.
   *
   * @param what what it is called in the message that refuses it
   * @throws IllegalArgumentException if it is not one JSON value of well-formed text, at most 256
   *     KiB long
   */
  public static String checked(String what, String json) {
    if (json.length() > MAX_BYTES || json.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(what + " must be at most 256 KiB of JSON but was longer");
    }
    try {
      StrictJson.check(JSON, json);
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

package io.taskforge.job;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A job's data or result: one JSON value as text, kept exactly as it was given, at most 256 KiB.
 */
public record Payload(String json) {
  /** The longest payload, in bytes of UTF-8. */
  public static final int MAX_BYTES = 256 * 1024;

  private static final JsonFactory JSON = new JsonFactory();

  /** The JSON value null. */
  public static final Payload NULL = new Payload("null");

  public Payload {
    if (json.length() > MAX_BYTES || bytes(json) > MAX_BYTES) {
      throw new IllegalArgumentException("payload must be at most 256 KiB of JSON but was longer");
    }
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == null) {
        throw new IllegalArgumentException("payload must be one JSON value but was empty");
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("payload must be one JSON value but more follows it");
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException("payload must be JSON: " + e.getOriginalMessage(), e);
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(json)) {
      throw new IllegalArgumentException(
          "payload must be well-formed text but has a lone surrogate");
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public String toString() {
    return json;
  }
}

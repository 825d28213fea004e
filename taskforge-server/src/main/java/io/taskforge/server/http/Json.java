package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.StrictJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON in and out. Reading is strict: one value, no repeated keys, bounded depth; numbers are kept
 * exactly.
 */
public final class Json {
  /** How deep a document may be nested. */
  public static final int MAX_DEPTH = 100;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(Limits.MAX_BODY_BYTES)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /** Returns an empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Returns an empty list. */
  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** Returns {@code node} in one line. */
  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** Returns {@code node} in one line, in UTF-8. */
  public static byte[] bytes(JsonNode node) {
    return MAPPER.writeValueAsBytes(node);
  }

  /** Returns {@code node} on several lines, for people. */
  public static String writePretty(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  /**
   * Reads one JSON value.
   *
   * @throws InvalidJsonException if it is not one
   */
  public static JsonNode read(String json) {
    return StrictJson.read(MAPPER, json);
  }

  /** Reads a request's body. */
  static JsonNode readBody(byte[] body) {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(body))
              .toString();
    } catch (CharacterCodingException e) {
      throw Problem.invalid(new Fault("body", "a byte sequence", "must be UTF-8")).exception();
    }
    if (text.isBlank()) {
      throw Problem.invalid(new Fault("body", Fault.NOTHING, "must be one JSON value")).exception();
    }
    try {
      return read(text);
    } catch (InvalidJsonException e) {
      throw Problem.invalid(new Fault(e.keyOr("body"), e.value(), e.rule())).exception();
    }
  }
}

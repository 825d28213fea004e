package io.taskforge.json.strict;

import io.taskforge.json.InvalidJsonException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON. All JSON mappers are configured here. Reading is strict: one value, no
 * repeated keys, bounded nesting; numbers keep their exact value.
 */
public final class Json {
  /** The maximum nesting depth of a document. */
  public static final int MAX_DEPTH = 100;

  private static final JsonMapper MAPPER = strict(MAX_DEPTH, Integer.MAX_VALUE);
  private static final JsonMapper ASCII =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private Json() {}

  /** Returns the mapper of a {@link StrictJson}. */
  public static JsonMapper strict(int maxDepth, int maxCharacters) {
    return JsonMapper.builder(
            JsonFactory.builder()
                .streamReadConstraints(
                    StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxDocumentLength(maxCharacters)
                        .build())
                .build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }

  /**
   * Returns the mapper that converts payloads to and from Java objects. It ignores unknown
   * properties, so that an older version of a program can run jobs that a newer one enqueued.
   */
  public static JsonMapper payloadMapper() {
    return JsonMapper.builder()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .build();
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** Converts strings, numbers, booleans, lists and maps to JSON. */
  public static JsonNode of(@Nullable Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Returns {@code node} in one line. */
  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** Returns {@code node} in one line, in UTF-8. */
  public static byte[] bytes(JsonNode node) {
    return MAPPER.writeValueAsBytes(node);
  }

  /** Returns {@code node} indented, on several lines. */
  public static String writePretty(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  /** Returns {@code node} indented, in ASCII only, with numbers without an exponent. */
  public static String writeAscii(JsonNode node) {
    return ASCII.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  /**
   * Reads one JSON value.
   *
   * @throws InvalidJsonException if the text is not one JSON value
   */
  public static JsonNode read(String json) {
    return StrictJson.read(MAPPER, json);
  }

  /** Writes {@code value} as a string; null writes no key. */
  public static void put(ObjectNode json, String key, @Nullable Object value) {
    if (value != null) {
      json.put(key, value.toString());
    }
  }

  /** Returns the string under {@code key} of a stored document, or null if there is none. */
  public static <T> @Nullable T optional(JsonNode json, String key, Function<String, T> parse) {
    JsonNode node = json.get(key);
    return node == null || node.isNull() ? null : parse.apply(node.stringValue());
  }

  /** Returns the string under {@code key} of a stored document, or throws if there is none. */
  public static <T> T required(JsonNode json, String key, Function<String, T> parse) {
    return parse.apply(json.required(key).stringValue());
  }
}

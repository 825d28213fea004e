package io.taskforge.json.strict;

import io.taskforge.json.InvalidJsonException;
import io.taskforge.text.BoundedText;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A parser that accepts exactly one JSON value, of bounded depth and length. Numbers have a bounded
 * exponent: larger ones lose precision, or cannot be read again once they are written. Thread-safe.
 */
public final class StrictJson {
  private static final int MAX_EXPONENT_DIGITS = 6;
  private static final Pattern HUGE_EXPONENT =
      Pattern.compile(".*[eE][+-]?0*[1-9]\\d{" + MAX_EXPONENT_DIGITS + ",}");
  private static final String NUMBER_RULE =
      "must be a number with an exponent from -999999 to 999999";
  private static final int SHOWN_BYTES = 100;

  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonMapper mapper;

  public StrictJson(int maxDepth, int maxCharacters) {
    this.mapper = Json.strict(maxDepth, maxCharacters);
  }

  /**
   * Reads one JSON value.
   *
   * @throws InvalidJsonException if the text is not one JSON value
   */
  public JsonNode read(String text) {
    return read(mapper, text);
  }

  static JsonNode read(JsonMapper mapper, String text) {
    try (JsonParser parser = new Checked(mapper.createParser(text))) {
      if (parser.nextToken() == null) {
        throw invalid("the end of the text", "it is empty");
      }
      return mapper.readTree(parser);
    } catch (JacksonException e) {
      throw invalid(place(e.getLocation()), JsonSentences.of(e));
    }
  }

  /**
   * Checks that {@code text} is one JSON value, without building a tree.
   *
   * @throws InvalidJsonException if the text is not one JSON value
   */
  static void check(String text) {
    try (JsonParser parser = new Checked(FACTORY.createParser(ObjectReadContext.empty(), text))) {
      if (parser.nextToken() == null) {
        throw invalid("the end of the text", "it is empty");
      }
      int depth = depthAfter(0, parser.currentToken());
      while (depth > 0) {
        depth = depthAfter(depth, parser.nextToken());
      }
      if (parser.nextToken() != null) {
        throw invalid(place(parser.currentTokenLocation()), JsonSentences.MORE_FOLLOWS);
      }
    } catch (JacksonException e) {
      throw invalid(place(e.getLocation()), JsonSentences.of(e));
    }
  }

  private static int depthAfter(int depth, JsonToken token) {
    return token.isStructStart() ? depth + 1 : token.isStructEnd() ? depth - 1 : depth;
  }

  private static InvalidJsonException invalid(String place, String why) {
    return new InvalidJsonException("", place, "must be one JSON value: " + why);
  }

  private static String place(@Nullable TokenStreamLocation location) {
    return location == null
        ? "the text"
        : "the text at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }

  /** Rejects numbers before the JSON library converts them, while their path is known. */
  private static final class Checked extends JsonParserDelegate {
    Checked(JsonParser parser) {
      super(parser);
    }

    @Override
    public JsonToken nextToken() {
      JsonToken token = super.nextToken();
      if (token == JsonToken.VALUE_NUMBER_FLOAT && HUGE_EXPONENT.matcher(getString()).matches()) {
        throw new InvalidJsonException(
            path(streamReadContext()), BoundedText.of(getString(), SHOWN_BYTES), NUMBER_RULE);
      }
      return token;
    }
  }

  private static String path(TokenStreamContext context) {
    if (context.inRoot()) {
      return "";
    }
    String above = path(context.getParent());
    if (context.inArray()) {
      return above + "[" + context.getCurrentIndex() + "]";
    }
    String name = BoundedText.of(context.currentName(), SHOWN_BYTES);
    return above.isEmpty() ? name : above + "." + name;
  }
}

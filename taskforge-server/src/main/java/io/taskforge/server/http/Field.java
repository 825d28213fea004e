package io.taskforge.server.http;

import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A field of a body, or a parameter of a query or path. Validation and the OpenAPI document are
 * derived from it.
 */
public record Field<T>(
    String name, String description, Schema schema, boolean required, Reader<T> reader) {
  @FunctionalInterface
  public interface Reader<T> {
    /** Returns the value; null, with a fault, if it is invalid. */
    @Nullable T read(JsonValue value);
  }

  /** An optional field. */
  public static <T> Field<T> of(String name, String description, Schema schema, Reader<T> reader) {
    return new Field<>(name, description, schema, false, reader);
  }

  public Field<T> asRequired() {
    return new Field<>(name, description, schema, true, reader);
  }

  /** A string that {@code parse} converts; its exception's message says what is allowed. */
  public static <T> Field<T> text(String name, String description, Function<String, T> parse) {
    return of(name, description, Schema.text(), value -> value.text(parse));
  }

  public static Field<String> text(String name, String description, int max) {
    return text(
        name,
        description,
        text -> {
          if (text.length() > max) {
            throw new IllegalArgumentException("must be at most " + max + " characters");
          }
          return text;
        });
  }

  public static Field<Instant> time(String name, String description) {
    return of(name, description, Schema.time(), JsonValue::time);
  }

  public static Field<Duration> duration(
      String name, String description, Duration min, Duration max) {
    return of(name, description, Schema.duration(), value -> value.duration(min, max));
  }

  /** A whole number; in a query, a string of digits. */
  public static Field<Integer> integer(String name, String description, int min, int max) {
    return of(name, description, Schema.integer(min, max), value -> typed(value).integer(min, max));
  }

  public static Field<Double> number(String name, String description, double min, double max) {
    return of(name, description, Schema.number(min, max), value -> value.number(min, max));
  }

  public static Field<Boolean> bool(String name, String description) {
    return of(name, description, Schema.bool(), value -> typed(value).bool());
  }

  /** The name of an enum constant, in any case. */
  public static <E extends Enum<E>> Field<E> word(String name, String description, Class<E> type) {
    E[] words = type.getEnumConstants();
    return of(
        name,
        description,
        Schema.oneOf((Object[]) words),
        value -> value.oneOf(Arrays.asList(words), Enum::name));
  }

  public static Field<JsonNode> any(String name, String description) {
    return of(name, description, Schema.any(), JsonValue::node);
  }

  /** A list whose items are all read by {@code reader}. */
  public static <T> Field<List<T>> list(
      String name, String description, Schema item, int max, Reader<T> reader) {
    return of(name, description, Schema.list(item), value -> value.list(max, reader::read));
  }

  /** Returns the number or boolean that a parameter's text contains; other values unchanged. */
  private static JsonValue typed(JsonValue value) {
    if (value.node() instanceof QueryText text) {
      try {
        JsonNode typed = Json.read(text.stringValue());
        String shown = value.shown() == null ? JsonValue.shown(text) : value.shown();
        return new JsonValue(value.path(), typed, value.isRequired(), shown, value.faults());
      } catch (InvalidJsonException e) {
        return value;
      }
    }
    return value;
  }

  /** A parameter of a query or path, where all values are strings. */
  static final class QueryText extends StringNode {
    private static final long serialVersionUID = 1L;

    QueryText(String text) {
      super(text);
    }
  }
}

package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A field of a body, or a parameter of a query or path. Validation and the OpenAPI document are
 * derived from it.
 *
 * @param reader returns the value; throws {@link IllegalArgumentException} with what is allowed
 */
public record Field<T>(
    String name, String description, Schema schema, boolean required, Reader<T> reader) {
  private static final Instant MAX_TIME = Instant.parse("9999-12-31T23:59:59Z");

  /** Reads the value of a field. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(JsonNode node);
  }

  /** Returns this field as a required one. */
  public Field<T> asRequired() {
    return new Field<>(name, description, schema, true, reader);
  }

  /** A string that {@code parse} converts. */
  public static <T> Field<T> text(String name, String description, Function<String, T> parse) {
    return new Field<>(name, description, Schema.text(), false, node -> parse.apply(string(node)));
  }

  /** A string with a maximum length. */
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
    return new Field<>(
        name,
        description,
        Schema.time(),
        false,
        node -> {
          String rule = "must be a time in RFC 3339 such as 2030-01-31T12:00:00Z";
          Instant time;
          try {
            time = Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(string(node)));
          } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(rule, e);
          }
          if (time.isBefore(Instant.EPOCH) || !time.isBefore(MAX_TIME)) {
            throw new IllegalArgumentException(rule + ", from 1970 to 9999");
          }
          return time;
        });
  }

  /** A duration from {@code min} to {@code max}. */
  public static Field<Duration> duration(
      String name, String description, Duration min, Duration max) {
    String rule =
        "must be from %s to %s".formatted(DurationText.format(min), DurationText.format(max));
    return new Field<>(
        name,
        description,
        Schema.duration(),
        false,
        node -> {
          Duration value = DurationText.parse(string(node));
          if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(rule);
          }
          return value;
        });
  }

  /** A whole number; in a query, a string of digits. */
  public static Field<Integer> integer(String name, String description, int min, int max) {
    String rule = "must be a whole number from " + min + " to " + max;
    return new Field<>(
        name,
        description,
        Schema.integer(min, max),
        false,
        node -> {
          int value;
          if (node instanceof QueryText) {
            try {
              value = Integer.parseInt(node.stringValue());
            } catch (NumberFormatException e) {
              throw new IllegalArgumentException(rule, e);
            }
          } else if (node.isIntegralNumber() && node.canConvertToInt()) {
            value = node.intValue();
          } else {
            throw new IllegalArgumentException(rule);
          }
          if (value < min || value > max) {
            throw new IllegalArgumentException(rule);
          }
          return value;
        });
  }

  /** A number from {@code min} to {@code max}. */
  public static Field<Double> number(String name, String description, double min, double max) {
    String rule = "must be a number from " + min + " to " + max;
    return new Field<>(
        name,
        description,
        Schema.number(min, max),
        false,
        node -> {
          double value = node.isNumber() ? node.numberValue().doubleValue() : Double.NaN;
          if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(rule);
          }
          return value;
        });
  }

  public static Field<Boolean> bool(String name, String description) {
    return new Field<>(
        name,
        description,
        Schema.bool(),
        false,
        node -> {
          if (node.isBoolean()) {
            return node.booleanValue();
          }
          if (node instanceof QueryText && List.of("true", "false").contains(node.stringValue())) {
            return Boolean.valueOf(node.stringValue());
          }
          throw new IllegalArgumentException("must be true or false");
        });
  }

  /** The name of an enum constant, in any case. */
  public static <E extends Enum<E>> Field<E> word(String name, String description, Class<E> type) {
    E[] words = type.getEnumConstants();
    String rule =
        "must be one of " + Arrays.stream(words).map(Enum::name).collect(Collectors.joining(", "));
    return new Field<>(
        name,
        description,
        Schema.oneOf((Object[]) words),
        false,
        node -> {
          String given = node.isString() ? node.stringValue().toUpperCase(Locale.ROOT) : "";
          return Arrays.stream(words)
              .filter(word -> word.name().equals(given))
              .findAny()
              .orElseThrow(() -> new IllegalArgumentException(rule));
        });
  }

  /** Any JSON value. */
  public static Field<JsonNode> any(String name, String description) {
    return new Field<>(name, description, Schema.any(), false, node -> node);
  }

  /** A list whose items are all read by {@code reader}. */
  public static <T> Field<List<T>> list(
      String name, String description, Schema item, int max, Reader<T> reader) {
    return new Field<>(
        name,
        description,
        Schema.list(item),
        false,
        node -> {
          if (!node.isArray() || node.size() > max) {
            throw new IllegalArgumentException("must be a list of at most " + max + " items");
          }
          return items(node, reader);
        });
  }

  /** Collects the faults of all items. */
  private static <T> List<T> items(JsonNode list, Reader<T> reader) {
    List<T> items = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      try {
        items.add(reader.read(list.get(i)));
      } catch (IllegalArgumentException e) {
        faults.add(new Fault("[" + i + "]", JsonValue.shown(list.get(i)), Shape.rule(e)));
      }
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults).exception();
    }
    return List.copyOf(items);
  }

  /** Returns the string, or throws if the value is not one. */
  public static String string(JsonNode node) {
    if (!node.isString()) {
      throw new IllegalArgumentException("must be a string");
    }
    return node.stringValue();
  }

  /** A parameter of a query or path, where all values are strings. */
  static final class QueryText extends StringNode {
    private static final long serialVersionUID = 1L;

    QueryText(String text) {
      super(text);
    }
  }
}

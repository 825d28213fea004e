package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.JsonValue;
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
 * One thing that a client may send, in a body, a query or a path: its name, what it means, what is
 * allowed, and how it is read. Documentation and checks come from here alone.
 *
 * @param reader makes the value; throws {@link IllegalArgumentException} with what is allowed
 */
public record Field<T>(
    String name, String description, Schema schema, boolean required, Reader<T> reader) {
  private static final Instant END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z");

  /** Reads one value; see {@link Field}. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(JsonNode node);
  }

  /** Returns this field as one that must be there. */
  public Field<T> must() {
    return new Field<>(name, description, schema, true, reader);
  }

  /** A text that {@code parse} understands. */
  public static <T> Field<T> text(String name, String description, Function<String, T> parse) {
    return new Field<>(name, description, Schema.text(), false, node -> parse.apply(string(node)));
  }

  /** Any text up to a length. */
  public static Field<String> text(String name, String description, int longest) {
    return text(
        name,
        description,
        text -> {
          if (text.length() > longest) {
            throw new IllegalArgumentException("must be at most " + longest + " characters");
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
          String rule = "must be a time of RFC 3339 such as 2030-01-31T12:00:00Z";
          Instant time;
          try {
            time = Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(string(node)));
          } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(rule, e);
          }
          if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
            throw new IllegalArgumentException(rule + ", from 1970 to 9999");
          }
          return time;
        });
  }

  /** A duration between two others, both included. */
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

  /** A whole number; in a query, its digits. */
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

  /** A number between two others. */
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

  /** One of an enum's words, in any case. */
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

  /** A list of things that are each read alike. */
  public static <T> Field<List<T>> list(
      String name, String description, Schema item, int most, Reader<T> reader) {
    return new Field<>(
        name,
        description,
        Schema.list(item),
        false,
        node -> {
          if (!node.isArray() || node.size() > most) {
            throw new IllegalArgumentException("must be a list of at most " + most);
          }
          return items(node, reader);
        });
  }

  /** All that is wrong with a list's items is named at once, each with its place. */
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

  /** The text of a node that must be one. */
  public static String string(JsonNode node) {
    if (!node.isString()) {
      throw new IllegalArgumentException("must be a string");
    }
    return node.stringValue();
  }

  /** A value from a query or a path, where everything is text. */
  static final class QueryText extends StringNode {
    private static final long serialVersionUID = 1L;

    QueryText(String text) {
      super(text);
    }
  }
}

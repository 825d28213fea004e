package io.taskforge.json.strict;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import io.taskforge.text.DurationText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A value in a JSON document, read with validation. Each reading method returns null and adds a
 * fault if the value is invalid, so that one pass over a document collects all of its faults. An
 * optional value that is missing is null without a fault.
 *
 * @param path the path in the document; empty for the document itself
 * @param node the value; null if it is missing
 * @param isRequired whether it is a fault that the value is missing
 * @param shown what faults show in place of the value, which may be secret; null for the value
 * @param faults collects the faults of the whole document
 */
public record JsonValue(
    String path,
    @Nullable JsonNode node,
    boolean isRequired,
    @Nullable String shown,
    List<Fault> faults) {
  private static final Instant MAX_TIME = Instant.parse("9999-12-31T23:59:59Z");
  private static final Pattern VALUE_IN_MESSAGE = Pattern.compile(",? but was .*$", Pattern.DOTALL);
  private static final int SHOWN_BYTES = 100;

  /** Returns the document itself. */
  public static JsonValue root(JsonNode node, List<Fault> faults) {
    return new JsonValue("", node, true, null, faults);
  }

  /** Returns the value under {@code key}, which may be missing. */
  public JsonValue optional(String key) {
    JsonNode value = node == null ? null : node.get(key);
    return new JsonValue(path(abbreviated(key)), value, false, null, faults);
  }

  /** Returns the value under {@code key}; reading it adds a fault if it is missing. */
  public JsonValue required(String key) {
    return new JsonValue(path(key), optional(key).node, true, null, faults);
  }

  /** Returns the value under {@code key}, which may be missing or, with the same meaning, null. */
  public JsonValue given(String key) {
    JsonValue value = optional(key);
    return value.node == null || !value.node.isNull()
        ? value
        : new JsonValue(value.path, null, false, null, faults);
  }

  /** Returns this value, shown in faults as {@code text}. */
  public JsonValue shownAs(String text) {
    return new JsonValue(path, node, isRequired, text, faults);
  }

  /** Returns this value, of which faults show only the type. */
  public JsonValue secret() {
    return node == null ? this : shownAs(kind(node));
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  public boolean has(String key) {
    return node != null && node.has(key);
  }

  /** Adds a fault for each key of this object that is not {@code known}. */
  public void knownKeys(List<String> known) {
    for (String key : node == null ? List.<String>of() : node.propertyNames()) {
      if (!known.contains(key)) {
        // The value may be a secret under a misspelled name.
        optional(key).secret().fault("unknown key; allowed here are " + String.join(", ", known));
      }
    }
  }

  public void fault(String rule) {
    String given = node == null ? Fault.NOTHING : shown == null ? shown(node) : shown;
    faults.add(new Fault(path, given, rule));
  }

  /**
   * Adds the faults of a reader of its own that has read this value.
   *
   * @param whole the key by which that reader means the value as a whole
   */
  public void faultsOf(String whole, List<Fault> inner) {
    for (Fault each : inner) {
      boolean isWhole = each.key().equals(whole) && !path.isEmpty() && !existing().isObject();
      faults.add(new Fault(isWhole ? path : path(each.key()), each.value(), each.rule()));
    }
  }

  /**
   * Returns the value if it passes a test; otherwise null, with a fault unless it may be missing.
   */
  private @Nullable JsonNode valid(String rule, Predicate<JsonNode> test) {
    if (node != null && test.test(node)) {
      return node;
    }
    if (node != null || isRequired) {
      fault(rule);
    }
    return null;
  }

  /**
   * Returns a value that is known to exist.
   *
   * @throws NullPointerException if it is missing
   */
  public JsonNode existing() {
    return Objects.requireNonNull(node, path);
  }

  /** Returns the string as {@code parse} converts it; an exception of {@code parse} is a fault. */
  public <T> @Nullable T text(String rule, Function<String, T> parse) {
    String text = string(rule);
    try {
      return text == null ? null : parse.apply(text);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      fault(rule);
      return null;
    }
  }

  /** Returns the string as {@code parse} converts it; see {@link #convert}. */
  public <T> @Nullable T text(Function<String, T> parse) {
    return convert(string("must be a string"), parse);
  }

  /**
   * Returns what was read of this value as {@code convert} converts it. The message of an {@link
   * IllegalArgumentException} is a fault.
   */
  public <A, T> @Nullable T convert(@Nullable A read, Function<A, T> convert) {
    try {
      return read == null ? null : convert.apply(read);
    } catch (IllegalArgumentException e) {
      // A fault has the value already.
      fault(VALUE_IN_MESSAGE.matcher(String.valueOf(e.getMessage())).replaceFirst(""));
      return null;
    }
  }

  public @Nullable String string(String rule) {
    JsonNode text = valid(rule, JsonNode::isString);
    return text == null ? null : text.stringValue();
  }

  /** Returns a string of at most {@code maxBytes} bytes of UTF-8. */
  public @Nullable String boundedText(int maxBytes) {
    return text(
        "must be at most " + maxBytes + " bytes of well-formed text without NUL",
        text -> {
          if (!text.equals(BoundedText.of(text, maxBytes))) {
            throw new IllegalArgumentException("too long, or not well-formed");
          }
          return text;
        });
  }

  public @Nullable Instant time() {
    return text(
        "must be a time in RFC 3339 such as 2030-01-31T12:00:00Z, from 1970 to 9999",
        text -> {
          Instant time = Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text));
          if (time.isBefore(Instant.EPOCH) || !time.isBefore(MAX_TIME)) {
            throw new IllegalArgumentException("out of range");
          }
          return time;
        });
  }

  public @Nullable Duration duration() {
    String rule = "must be " + DurationText.RULE + (node == null ? "" : ", in quotes");
    return convert(string(rule), DurationText::parse);
  }

  public @Nullable Duration duration(Duration min, Duration max) {
    Duration value = duration();
    if (value != null && (value.compareTo(min) < 0 || value.compareTo(max) > 0)) {
      fault("must be from %s to %s".formatted(DurationText.format(min), DurationText.format(max)));
      return null;
    }
    return value;
  }

  /** Returns the constant of an enum whose name is this string, in any case. */
  public <E extends Enum<E>> @Nullable E word(Class<E> type) {
    return oneOf(Arrays.asList(type.getEnumConstants()), JsonValue::word);
  }

  /** Returns the one of {@code values} whose {@code name} is this string, in any case. */
  public <T> @Nullable T oneOf(List<T> values, Function<T, String> name) {
    return text(
        "must be one of " + values.stream().map(name).collect(Collectors.joining(", ")),
        text ->
            values.stream()
                .filter(each -> name.apply(each).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /** Returns the string that {@link #word(Class)} reads as {@code value}. */
  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is true; a missing value is false. */
  public boolean flag() {
    return Boolean.TRUE.equals(bool());
  }

  public @Nullable Boolean bool() {
    JsonNode flag = valid("must be true or false", JsonNode::isBoolean);
    return flag == null ? null : flag.booleanValue();
  }

  public @Nullable Integer integer(int min, int max) {
    Long value = integer((long) min, max);
    return value == null ? null : value.intValue();
  }

  public @Nullable Long integer(long min, long max) {
    JsonNode number =
        valid(
            "must be a whole number from " + min + " to " + max,
            value ->
                value.isIntegralNumber()
                    && value.canConvertToLong()
                    && value.longValue() >= min
                    && value.longValue() <= max);
    return number == null ? null : number.longValue();
  }

  public @Nullable Double number() {
    return number("must be a number", value -> true);
  }

  public @Nullable Double number(double min, double max) {
    return number(
        "must be a number from " + min + " to " + max, value -> value >= min && value <= max);
  }

  private @Nullable Double number(String rule, DoublePredicate test) {
    JsonNode number = valid(rule, value -> value.isNumber() && test.test(toDouble(value)));
    return number == null ? null : toDouble(number);
  }

  /** Unlike {@link JsonNode#doubleValue}, returns infinity for a number beyond a double. */
  private static double toDouble(JsonNode number) {
    return number.numberValue().doubleValue();
  }

  /**
   * Returns whether this is an object, and adds a fault if not.
   *
   * @param name the key of that fault if this is the document itself
   */
  public boolean isObject(String name, String rule) {
    JsonValue named = new JsonValue(path.isEmpty() ? name : path, node, true, null, faults);
    return named.secret().object(rule) != null;
  }

  public @Nullable JsonValue object(String rule) {
    return valid(rule, JsonNode::isObject) == null ? null : this;
  }

  /**
   * Returns the items of a list.
   *
   * @param noun what the items are, in the plural
   */
  public @Nullable List<JsonValue> items(String rule, int max, String noun) {
    JsonNode list = valid(rule, JsonNode::isArray);
    if (list == null) {
      return null;
    }
    if (list.isEmpty() || list.size() > max) {
      String size = list.size() + " " + noun;
      faults.add(new Fault(path, size, "must hold from 1 to " + max + " " + noun));
      return null;
    }
    return items(list);
  }

  private List<JsonValue> items(JsonNode list) {
    List<JsonValue> items = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      items.add(new JsonValue(path + "[" + i + "]", list.get(i), true, null, faults));
    }
    return items;
  }

  /** Returns the items of a list as {@code read} returns them; null if one of them is invalid. */
  public <T> @Nullable List<T> list(int max, Function<JsonValue, @Nullable T> read) {
    JsonNode list =
        valid(
            "must be a list of at most " + max + " items",
            value -> value.isArray() && value.size() <= max);
    if (list == null) {
      return null;
    }
    List<T> values = new ArrayList<>();
    for (JsonValue item : items(list)) {
      T value = read.apply(item);
      if (value != null) {
        values.add(value);
      }
    }
    return values.size() == list.size() ? List.copyOf(values) : null;
  }

  /** Returns a value as a fault shows it. */
  public static String shown(JsonNode node) {
    return abbreviated(node.toString());
  }

  /** Returns the type of a value, for a fault that must not show a value that may be secret. */
  public static String kind(JsonNode node) {
    return "this " + node.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /** Returns a key or a value, abbreviated for a fault. */
  public static String abbreviated(String text) {
    return BoundedText.of(text, SHOWN_BYTES);
  }
}

package io.taskforge.json.strict;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import io.taskforge.text.DurationText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
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
 * @param faults collects the faults of the whole document
 */
public record JsonValue(
    String path, @Nullable JsonNode node, boolean isRequired, List<Fault> faults) {
  public static final String INSTANT_RULE =
      "must be a time such as 2026-01-31T12:00:00Z, in quotes";
  private static final int SHOWN_BYTES = 100;

  /** Returns the document itself. */
  public static JsonValue root(JsonNode node, List<Fault> faults) {
    return new JsonValue("", node, true, faults);
  }

  /** Returns the value under {@code key}, which may be missing. */
  public JsonValue optional(String key) {
    return new JsonValue(path(path, key), node == null ? null : node.get(key), false, faults);
  }

  /** Returns the value under {@code key}; reading it adds a fault if it is missing. */
  public JsonValue required(String key) {
    return new JsonValue(path(path, key), optional(key).node, true, faults);
  }

  private static String path(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  public boolean has(String key) {
    return node != null && node.has(key);
  }

  /** Adds a fault for each key of this object that is not {@code known}. */
  public void knownKeys(List<String> known) {
    for (String key : node == null ? List.<String>of() : node.propertyNames()) {
      if (!known.contains(key)) {
        new JsonValue(path(path, abbreviated(key)), optional(key).node, false, faults)
            .fault("unknown key; allowed here are " + String.join(", ", known));
      }
    }
  }

  /** Adds a fault of this value. */
  public void fault(String rule) {
    faults.add(new Fault(path, node == null ? Fault.NOTHING : shown(node), rule));
  }

  /**
   * Adds the faults of a reader of its own that has read this value.
   *
   * @param whole the key by which that reader means the value as a whole
   */
  public void faultsOf(String whole, List<Fault> inner) {
    for (Fault each : inner) {
      boolean isWhole = each.key().equals(whole) && (node == null || !node.isObject());
      faults.add(new Fault(isWhole ? path : path(path, each.key()), each.value(), each.rule()));
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
    JsonNode text = valid(rule, JsonNode::isString);
    try {
      return text == null ? null : parse.apply(text.stringValue());
    } catch (IllegalArgumentException | DateTimeException e) {
      fault(rule);
      return null;
    }
  }

  public @Nullable String string() {
    return text("must be a string", Function.identity());
  }

  public @Nullable Instant instant() {
    return text(INSTANT_RULE, Instant::parse);
  }

  public @Nullable Duration duration() {
    String rule = "must be " + DurationText.RULE + (node == null ? "" : ", in quotes");
    JsonNode text = valid(rule, JsonNode::isString);
    try {
      return text == null ? null : DurationText.parse(text.stringValue());
    } catch (IllegalArgumentException e) {
      fault(String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Returns the constant of an enum whose name is this string in upper case. */
  public <E extends Enum<E>> @Nullable E word(Class<E> type) {
    List<E> all = Arrays.asList(type.getEnumConstants());
    return text(
        "must be one of " + all.stream().map(JsonValue::word).collect(Collectors.joining(", ")),
        text ->
            all.stream()
                .filter(each -> word(each).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /** Returns the string that {@link #word(Class)} reads as {@code value}. */
  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is true; a missing value is false. */
  public boolean flag() {
    JsonNode flag = valid("must be true or false", JsonNode::isBoolean);
    return flag != null && flag.booleanValue();
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
    JsonNode number = valid("must be a number", JsonNode::isNumber);
    // Unlike number.doubleValue(), this returns infinity for a number beyond a double.
    return number == null ? null : number.numberValue().doubleValue();
  }

  /** Returns this value if it is an object. */
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
    List<JsonValue> items = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      items.add(new JsonValue(path + "[" + i + "]", list.get(i), true, faults));
    }
    return items;
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

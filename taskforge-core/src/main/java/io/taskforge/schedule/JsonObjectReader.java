package io.taskforge.schedule;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the values of one JSON object; what is missing or wrong becomes a fault, and null.
 *
 * @param prefix where the object stands, with a dot at its end; empty for the document itself
 */
record JsonObjectReader(String prefix, JsonNode object, List<Fault> faults) {
  private static final int SHOWN_BYTES = 100;

  void knownKeys(List<String> known) {
    for (String key : object.propertyNames()) {
      if (!known.contains(key)) {
        fault(
            BoundedText.of(key, SHOWN_BYTES),
            "unknown key; allowed here are " + String.join(", ", known));
      }
    }
  }

  boolean has(String key) {
    return object.has(key);
  }

  JsonNode node(String key) {
    return object.path(key);
  }

  void fault(String key, String rule) {
    JsonNode node = object.get(key);
    faults.add(
        new Fault(
            prefix + key,
            node == null ? "nothing" : BoundedText.of(node.toString(), SHOWN_BYTES),
            rule));
  }

  void faultsOf(String key, List<Fault> inner) {
    for (Fault each : inner) {
      // One of the whole value has no part to name.
      String part = each.key().equals(key) && !object.path(key).isObject() ? "" : "." + each.key();
      faults.add(new Fault(prefix + key + part, each.value(), each.rule()));
    }
  }

  /** Reads text by {@code parse}, which refuses what is wrong with IllegalArgumentException. */
  <T> @Nullable T required(String key, String rule, Function<String, T> parse) {
    if (!has(key)) {
      fault(key, rule);
      return null;
    }
    return optional(key, rule, parse);
  }

  <T> @Nullable T optional(String key, String rule, Function<String, T> parse) {
    JsonNode node = object.get(key);
    if (node == null) {
      return null;
    }
    if (node.isString()) {
      try {
        return parse.apply(node.stringValue());
      } catch (IllegalArgumentException | java.time.DateTimeException e) {
        fault(key, rule);
        return null;
      }
    }
    fault(key, rule);
    return null;
  }

  <E extends Enum<E>> E choice(String key, Class<E> type, E usual) {
    List<E> all = Arrays.asList(type.getEnumConstants());
    String rule =
        "must be one of " + String.join(", ", all.stream().map(JsonObjectReader::word).toList());
    E read =
        optional(
            key,
            rule,
            text ->
                all.stream()
                    .filter(each -> word(each).equals(text))
                    .findFirst()
                    .orElseThrow(IllegalArgumentException::new));
    return read == null ? usual : read;
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  boolean flag(String key) {
    JsonNode node = object.get(key);
    if (node != null && !node.isBoolean()) {
      fault(key, "must be true or false");
    }
    return node != null && node.isBoolean() && node.booleanValue();
  }

  int integer(String key, int usual, int min, int max) {
    return (int) whole(key, usual, min, max);
  }

  long whole(String key, long usual, long min, long max) {
    JsonNode node = object.get(key);
    if (node == null) {
      return usual;
    }
    if (node.isIntegralNumber()
        && node.canConvertToLong()
        && node.longValue() >= min
        && node.longValue() <= max) {
      return node.longValue();
    }
    fault(key, "must be a whole number from " + min + " to " + max);
    return usual;
  }

  /** The object under {@code key}; if there is none, a fault unless it may be missing. */
  @Nullable JsonObjectReader object(String key, boolean required) {
    JsonNode node = object.get(key);
    if (node != null && node.isObject()) {
      return new JsonObjectReader(prefix + key + ".", node, faults);
    }
    if (node != null || required) {
      fault(key, "must be an object");
    }
    return null;
  }
}

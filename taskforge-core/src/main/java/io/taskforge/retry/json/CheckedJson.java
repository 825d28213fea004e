package io.taskforge.retry.json;

import io.taskforge.retry.PolicyLimits;
import io.taskforge.text.BoundedText;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads single values from a JSON tree; what is missing or wrong becomes a fault, and null. */
final class CheckedJson {
  static final int SHOWN_BYTES = 100;

  final PolicyLimits limits;

  CheckedJson(PolicyLimits limits) {
    this.limits = limits;
  }

  void knownKeys(String prefix, JsonNode node, List<String> known) {
    for (String key : node.propertyNames()) {
      if (!known.contains(key)) {
        limits.add(
            prefix + BoundedText.of(key, SHOWN_BYTES),
            shown(node.get(key)),
            "unknown key; allowed here are " + String.join(", ", known));
      }
    }
  }

  @Nullable Duration positive(String key, @Nullable JsonNode node) {
    Duration value = required(key, node);
    return value == null || !limits.positive(key, value) ? null : value;
  }

  @Nullable Duration required(String key, @Nullable JsonNode node) {
    if (node == null) {
      limits.add(key, "nothing", "must be " + DurationText.RULE);
      return null;
    }
    return duration(key, node);
  }

  @Nullable Duration duration(String key, @Nullable JsonNode node) {
    if (node == null) {
      return null;
    }
    if (node.isString()) {
      try {
        return DurationText.parse(node.stringValue());
      } catch (IllegalArgumentException e) {
        limits.add(key, shown(node), String.valueOf(e.getMessage()));
        return null;
      }
    }
    limits.add(key, shown(node), "must be " + DurationText.RULE + ", in quotes");
    return null;
  }

  Optional<Integer> integer(String key, JsonNode node, int min, int max) {
    if (node.isIntegralNumber()
        && node.canConvertToInt()
        && node.intValue() >= min
        && node.intValue() <= max) {
      return Optional.of(node.intValue());
    }
    limits.add(key, shown(node), "must be a whole number from " + min + " to " + max);
    return Optional.empty();
  }

  @Nullable Double number(String key, @Nullable JsonNode node) {
    if (node == null || !node.isNumber()) {
      limits.add(key, shown(node), "must be a number");
      return null;
    }
    // Not doubleValue(), which throws where a number is beyond a double; infinite is out of bounds.
    return node.numberValue().doubleValue();
  }

  @Nullable String text(String key, @Nullable JsonNode node) {
    if (node == null || !node.isString()) {
      limits.add(key, shown(node), "must be a string");
      return null;
    }
    return node.stringValue();
  }

  static String shown(@Nullable JsonNode node) {
    return node == null ? "nothing" : BoundedText.of(node.toString(), SHOWN_BYTES);
  }

  static String quoted(String text) {
    return "\"" + BoundedText.of(text, SHOWN_BYTES) + "\"";
  }
}

package io.taskforge.retry.json;

import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.PolicyLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the backoff of a policy. For one use. */
final class BackoffReader {
  static final List<String> BUILT_IN =
      List.of("fixed", "linear", "exponential", "fibonacci", "list");

  private final PolicyLimits limits;
  private final Map<String, RetryPolicyJson.Strategy<?>> strategies;
  private @Nullable Duration firstDelay;

  BackoffReader(PolicyLimits limits, Map<String, RetryPolicyJson.Strategy<?>> strategies) {
    this.limits = limits;
    this.strategies = strategies;
  }

  /** The delay before the first retry, or null; known even if another key is invalid. */
  @Nullable Duration firstDelay() {
    return firstDelay;
  }

  @Nullable Backoff read(@Nullable JsonValue json) {
    String strategy = json == null ? null : json.required("strategy").string("must be a string");
    if (json == null || strategy == null) {
      return null;
    }
    return switch (strategy) {
      case "fixed" -> fixed(json);
      case "linear" -> linear(json);
      case "exponential" -> exponential(json);
      case "fibonacci" -> fibonacci(json);
      case "list" -> listed(json);
      default -> custom(strategy, json);
    };
  }

  private @Nullable Duration first(JsonValue json) {
    firstDelay = positive(json);
    return firstDelay;
  }

  private @Nullable Duration positive(JsonValue json) {
    Duration value = json.duration();
    return value == null || !limits.positive(json.path(), value) ? null : value;
  }

  private @Nullable Backoff fixed(JsonValue json) {
    json.knownKeys(List.of("strategy", "delay"));
    Duration delay = first(json.required("delay"));
    return delay == null ? null : new Backoff.Fixed(delay);
  }

  private @Nullable Backoff linear(JsonValue json) {
    json.knownKeys(List.of("strategy", "initial", "increment"));
    Duration initial = first(json.required("initial"));
    Duration increment = json.required("increment").duration();
    if (increment != null && !limits.notNegative("backoff.increment", increment)) {
      increment = null;
    }
    return initial == null || increment == null ? null : new Backoff.Linear(initial, increment);
  }

  private @Nullable Backoff exponential(JsonValue json) {
    json.knownKeys(List.of("strategy", "initial", "multiplier"));
    Duration initial = first(json.required("initial"));
    Double multiplier = json.required("multiplier").number();
    if (multiplier != null && !limits.multiplier("backoff.multiplier", multiplier)) {
      multiplier = null;
    }
    return initial == null || multiplier == null
        ? null
        : new Backoff.Exponential(initial, multiplier);
  }

  private @Nullable Backoff fibonacci(JsonValue json) {
    json.knownKeys(List.of("strategy", "base"));
    Duration base = first(json.required("base"));
    return base == null ? null : new Backoff.Fibonacci(base);
  }

  private @Nullable Backoff listed(JsonValue json) {
    json.knownKeys(List.of("strategy", "delays"));
    List<JsonValue> items =
        json.required("delays")
            .items("must be an array of durations", PolicyLimits.MAX_LISTED, "delays");
    if (items == null) {
      return null;
    }
    List<Duration> delays = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Duration delay = i == 0 ? first(items.get(i)) : positive(items.get(i));
      if (delay != null) {
        delays.add(delay);
      }
    }
    return delays.size() == items.size() ? new Backoff.Listed(delays) : null;
  }

  private @Nullable Backoff custom(String name, JsonValue json) {
    RetryPolicyJson.Strategy<?> strategy = strategies.get(name);
    if (strategy == null) {
      List<String> known = new ArrayList<>(BUILT_IN);
      known.addAll(strategies.keySet());
      json.required("strategy").fault("must be one of " + String.join(", ", known));
      return null;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (String key : json.existing().propertyNames()) {
      JsonValue value = json.required(key);
      if (!isPlain(value.existing())) {
        value.fault("must be a string, a number, a boolean or a list of them");
        return null;
      }
      values.put(key, plain(value.existing()));
    }
    values.remove("strategy");
    try {
      Backoff backoff = strategy.read().apply(values);
      firstDelay = backoff.delay(1);
      return backoff;
    } catch (RuntimeException e) { // thrown by the user's code; its message says what is allowed
      json.fault(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static boolean isPlain(JsonNode node) {
    return node.isArray()
        ? node.valueStream().allMatch(BackoffReader::isPlain)
        : node.isString() || node.isNumber() || node.isBoolean();
  }

  private static Object plain(JsonNode node) {
    if (node.isArray()) {
      return node.valueStream().map(BackoffReader::plain).toList();
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() ? node.numberValue() : node.numberValue().doubleValue();
    }
    return node.isBoolean() ? node.booleanValue() : node.stringValue();
  }
}

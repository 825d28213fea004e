package io.taskforge.retry.json;

import io.taskforge.retry.Backoff;
import io.taskforge.retry.PolicyLimits;
import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads one backoff from a JSON tree. Used once. */
final class BackoffJson {
  static final List<String> BUILT_IN =
      List.of("fixed", "linear", "exponential", "fibonacci", "list");

  private final CheckedJson json;
  private final PolicyLimits limits;
  private final Map<String, RetryPolicyJson.Strategy<?>> strategies;
  private @Nullable Duration firstDelay;

  BackoffJson(CheckedJson json, Map<String, RetryPolicyJson.Strategy<?>> strategies) {
    this.json = json;
    this.limits = json.limits;
    this.strategies = strategies;
  }

  /** The delay before the first retry, also of a backoff that is faulty otherwise; or null. */
  @Nullable Duration firstDelay() {
    return firstDelay;
  }

  private @Nullable Duration first(@Nullable Duration delay) {
    firstDelay = delay;
    return delay;
  }

  @Nullable Backoff read(@Nullable JsonNode node) {
    if (node == null) {
      limits.add("backoff", "nothing", "must be an object with a strategy");
      return null;
    }
    if (!node.isObject()) {
      limits.add("backoff", CheckedJson.shown(node), "must be an object with a strategy");
      return null;
    }
    String strategy = json.text("backoff.strategy", node.get("strategy"));
    if (strategy == null) {
      return null;
    }
    return switch (strategy) {
      case "fixed" -> fixed(node);
      case "linear" -> linear(node);
      case "exponential" -> exponential(node);
      case "fibonacci" -> fibonacci(node);
      case "list" -> listed(node);
      default -> own(strategy, node);
    };
  }

  private @Nullable Backoff fixed(JsonNode node) {
    json.knownKeys("backoff.", node, List.of("strategy", "delay"));
    Duration delay = first(json.positive("backoff.delay", node.get("delay")));
    return delay == null ? null : new Backoff.Fixed(delay);
  }

  private @Nullable Backoff linear(JsonNode node) {
    json.knownKeys("backoff.", node, List.of("strategy", "initial", "increment"));
    Duration initial = first(json.positive("backoff.initial", node.get("initial")));
    Duration increment = json.required("backoff.increment", node.get("increment"));
    if (increment != null && !limits.notNegative("backoff.increment", increment)) {
      increment = null;
    }
    return initial == null || increment == null ? null : new Backoff.Linear(initial, increment);
  }

  private @Nullable Backoff exponential(JsonNode node) {
    json.knownKeys("backoff.", node, List.of("strategy", "initial", "multiplier"));
    Duration initial = first(json.positive("backoff.initial", node.get("initial")));
    Double multiplier = json.number("backoff.multiplier", node.get("multiplier"));
    if (multiplier != null && !limits.multiplier("backoff.multiplier", multiplier)) {
      multiplier = null;
    }
    return initial == null || multiplier == null
        ? null
        : new Backoff.Exponential(initial, multiplier);
  }

  private @Nullable Backoff fibonacci(JsonNode node) {
    json.knownKeys("backoff.", node, List.of("strategy", "base"));
    Duration base = first(json.positive("backoff.base", node.get("base")));
    return base == null ? null : new Backoff.Fibonacci(base);
  }

  private @Nullable Backoff listed(JsonNode node) {
    json.knownKeys("backoff.", node, List.of("strategy", "delays"));
    JsonNode array = node.get("delays");
    if (array == null || !array.isArray()) {
      limits.add("backoff.delays", CheckedJson.shown(array), "must be an array of durations");
      return null;
    }
    if (array.isEmpty() || array.size() > PolicyLimits.MAX_LISTED) {
      limits.add("backoff.delays", array.size() + " delays", PolicyLimits.LISTED_RULE);
      return null;
    }
    List<Duration> delays = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      Duration delay = json.positive("backoff.delays[" + i + "]", array.get(i));
      firstDelay = i == 0 ? delay : firstDelay;
      if (delay != null) {
        delays.add(delay);
      }
    }
    return delays.size() == array.size() ? new Backoff.Listed(delays) : null;
  }

  private @Nullable Backoff own(String name, JsonNode node) {
    RetryPolicyJson.Strategy<?> strategy = strategies.get(name);
    if (strategy == null) {
      List<String> known = new ArrayList<>(BUILT_IN);
      known.addAll(strategies.keySet());
      limits.add(
          "backoff.strategy",
          CheckedJson.quoted(name),
          "must be one of " + String.join(", ", known));
      return null;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (entry.getKey().equals("strategy")) {
        continue;
      }
      if (!PlainJson.isPlain(entry.getValue())) {
        limits.add(
            "backoff." + BoundedText.of(entry.getKey(), CheckedJson.SHOWN_BYTES),
            CheckedJson.shown(entry.getValue()),
            "must be a string, a number, a boolean or a list of them");
        return null;
      }
      values.put(entry.getKey(), PlainJson.value(entry.getValue()));
    }
    try {
      Backoff backoff = strategy.read().apply(values);
      firstDelay = backoff.delay(1);
      return backoff;
    } catch (RuntimeException e) { // a reader of the user's own refuses in its own words
      limits.add("backoff", CheckedJson.shown(node), String.valueOf(e.getMessage()));
      return null;
    }
  }
}

package io.taskforge.retry;

import io.taskforge.text.BoundedText;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads one policy from a JSON tree and collects every fault on the way. Used once. A value that is
 * missing or faulty is null; since {@link #read} refuses all faults before it uses a value, null
 * then means missing.
 */
final class PolicyReader {
  static final List<String> BUILT_IN =
      List.of("fixed", "linear", "exponential", "fibonacci", "list");

  private static final List<String> POLICY_KEYS =
      List.of(
          "maxRetries",
          "maxAttempts",
          "backoff",
          "maxDelay",
          "jitter",
          "retryOn",
          "neverOn",
          "maxElapsed",
          "maxRetryAfter");
  private static final int MAX_NAMED = 1_000;
  private static final int SHOWN_BYTES = 100;

  private final Map<String, RetryPolicyJson.Strategy<?>> strategies;
  private final PolicyLimits limits = new PolicyLimits();

  PolicyReader(Map<String, RetryPolicyJson.Strategy<?>> strategies) {
    this.strategies = strategies;
  }

  RetryPolicy read(JsonNode root) {
    if (!root.isObject()) {
      limits.add("policy", shown(root), "must be a JSON object");
      limits.refuseFaults();
    }
    knownKeys("", root, POLICY_KEYS);
    Integer maxRetries = maxRetries(root);
    Backoff backoff = backoff(root.get("backoff"));
    Duration maxDelay = duration("maxDelay", root.get("maxDelay"));
    if (maxDelay != null) {
      limits.cap(maxDelay, backoff);
    }
    Jitter jitter = jitter(root.get("jitter"));
    FailureFilter retryOn = filter("retryOn", root.get("retryOn"));
    FailureFilter neverOn = filter("neverOn", root.get("neverOn"));
    Duration maxElapsed = duration("maxElapsed", root.get("maxElapsed"));
    if (maxElapsed != null) {
      limits.positive("maxElapsed", maxElapsed);
    }
    Duration maxRetryAfter = duration("maxRetryAfter", root.get("maxRetryAfter"));
    if (maxRetryAfter != null) {
      limits.notNegative("maxRetryAfter", maxRetryAfter);
    }
    limits.refuseFaults();

    Backoff given = Objects.requireNonNull(backoff);
    return new RetryPolicy(
        maxRetries == null ? RetryPolicy.defaultMaxRetries(given) : maxRetries,
        given,
        maxDelay == null ? RetryPolicy.defaultMaxDelay(given) : maxDelay,
        jitter == null ? Jitter.none() : jitter,
        retryOn,
        neverOn,
        maxElapsed,
        maxRetryAfter == null ? RetryPolicy.DEFAULT_MAX_RETRY_AFTER : maxRetryAfter);
  }

  private @Nullable Integer maxRetries(JsonNode root) {
    JsonNode retries = root.get("maxRetries");
    JsonNode attempts = root.get("maxAttempts");
    if (retries != null && attempts != null) {
      limits.add(
          "maxAttempts", shown(attempts), "must not stand beside maxRetries: give one of the two");
      return null;
    }
    if (attempts != null) {
      int most = PolicyLimits.MAX_RETRIES + 1;
      return integer("maxAttempts", attempts, 1, most).map(value -> value - 1).orElse(null);
    }
    return retries == null
        ? null
        : integer("maxRetries", retries, 0, PolicyLimits.MAX_RETRIES).orElse(null);
  }

  private @Nullable Backoff backoff(@Nullable JsonNode node) {
    if (node == null) {
      limits.add("backoff", "nothing", "must be an object with a strategy");
      return null;
    }
    if (!node.isObject()) {
      limits.add("backoff", shown(node), "must be an object with a strategy");
      return null;
    }
    String strategy = text("backoff.strategy", node.get("strategy"));
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
    knownKeys("backoff.", node, List.of("strategy", "delay"));
    Duration delay = positive("backoff.delay", node.get("delay"));
    return delay == null ? null : new Backoff.Fixed(delay);
  }

  private @Nullable Backoff linear(JsonNode node) {
    knownKeys("backoff.", node, List.of("strategy", "initial", "increment"));
    Duration initial = positive("backoff.initial", node.get("initial"));
    Duration increment = required("backoff.increment", node.get("increment"));
    if (increment != null && !limits.notNegative("backoff.increment", increment)) {
      increment = null;
    }
    return initial == null || increment == null ? null : new Backoff.Linear(initial, increment);
  }

  private @Nullable Backoff exponential(JsonNode node) {
    knownKeys("backoff.", node, List.of("strategy", "initial", "multiplier"));
    Duration initial = positive("backoff.initial", node.get("initial"));
    Double multiplier = number("backoff.multiplier", node.get("multiplier"));
    if (multiplier != null && !limits.multiplier("backoff.multiplier", multiplier)) {
      multiplier = null;
    }
    return initial == null || multiplier == null
        ? null
        : new Backoff.Exponential(initial, multiplier);
  }

  private @Nullable Backoff fibonacci(JsonNode node) {
    knownKeys("backoff.", node, List.of("strategy", "base"));
    Duration base = positive("backoff.base", node.get("base"));
    return base == null ? null : new Backoff.Fibonacci(base);
  }

  private @Nullable Backoff listed(JsonNode node) {
    knownKeys("backoff.", node, List.of("strategy", "delays"));
    JsonNode array = node.get("delays");
    if (array == null || !array.isArray()) {
      limits.add("backoff.delays", shown(array), "must be an array of durations");
      return null;
    }
    if (array.isEmpty() || array.size() > PolicyLimits.MAX_LISTED) {
      limits.add("backoff.delays", array.size() + " delays", PolicyLimits.LISTED_RULE);
      return null;
    }
    List<Duration> delays = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      Duration delay = positive("backoff.delays[" + i + "]", array.get(i));
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
      limits.add("backoff.strategy", quoted(name), "must be one of " + String.join(", ", known));
      return null;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (entry.getKey().equals("strategy")) {
        continue;
      }
      if (!PlainJson.isPlain(entry.getValue())) {
        limits.add(
            "backoff." + BoundedText.of(entry.getKey(), SHOWN_BYTES),
            shown(entry.getValue()),
            "must be a string, a number, a boolean or a list of them");
        return null;
      }
      values.put(entry.getKey(), PlainJson.value(entry.getValue()));
    }
    try {
      return strategy.read().apply(values);
    } catch (RuntimeException e) { // a reader of the user's own refuses in its own words
      limits.add("backoff", shown(node), String.valueOf(e.getMessage()));
      return null;
    }
  }

  private @Nullable Jitter jitter(@Nullable JsonNode node) {
    if (node == null) {
      return null;
    }
    if (!node.isObject()) {
      limits.add("jitter", shown(node), "must be an object with a type");
      return null;
    }
    String name = text("jitter.type", node.get("type"));
    Jitter.Type type =
        Arrays.stream(Jitter.Type.values())
            .filter(t -> jitterName(t).equals(name))
            .findFirst()
            .orElse(null);
    if (type != Jitter.Type.PROPORTIONAL) {
      knownKeys("jitter.", node, type == null ? List.of("type", "factor") : List.of("type"));
      if (type == null && name != null) {
        limits.add("jitter.type", quoted(name), "must be one of " + jitterNames());
      }
      return type == null ? null : new Jitter(type, 0);
    }
    knownKeys("jitter.", node, List.of("type", "factor"));
    Double factor = number("jitter.factor", node.get("factor"));
    return factor == null || !limits.factor("jitter.factor", factor)
        ? null
        : Jitter.proportional(factor);
  }

  static String jitterName(Jitter.Type type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static String jitterNames() {
    return Arrays.stream(Jitter.Type.values())
        .map(PolicyReader::jitterName)
        .collect(Collectors.joining(", "));
  }

  private FailureFilter filter(String key, @Nullable JsonNode node) {
    if (node == null) {
      return FailureFilter.NONE;
    }
    if (!node.isObject()) {
      limits.add(key, shown(node), "must be an object with errors, statusCodes or both");
      return FailureFilter.NONE;
    }
    knownKeys(key + ".", node, List.of("errors", "statusCodes"));
    Collection<ErrorType> errors = named(key + ".errors", node.get("errors"), this::errorType);
    Collection<Integer> statusCodes =
        named(key + ".statusCodes", node.get("statusCodes"), this::statusCode);
    if (node.isEmpty()) {
      limits.add(key, "{}", "must name errors, statusCodes or both; leave it out to name nothing");
    }
    return FailureFilter.of(errors, statusCodes);
  }

  /**
   * Reads the entries of one list; {@code read} gets the entry's own key and refuses what is wrong.
   */
  private <T extends Comparable<T>> Collection<T> named(
      String key, @Nullable JsonNode array, Function<Entry, @Nullable T> read) {
    TreeSet<T> values = new TreeSet<>();
    if (array == null) {
      return values;
    }
    if (!array.isArray()) {
      limits.add(key, shown(array), "must be an array");
    } else if (array.isEmpty() || array.size() > MAX_NAMED) {
      limits.add(key, array.size() + " entries", "must hold from 1 to " + MAX_NAMED + " entries");
    } else {
      for (int i = 0; i < array.size(); i++) {
        T value = read.apply(new Entry(key + "[" + i + "]", array.get(i)));
        if (value != null && !values.add(value)) {
          limits.add(key + "[" + i + "]", shown(array.get(i)), "must not be named twice");
        }
      }
    }
    return values;
  }

  private record Entry(String key, JsonNode node) {}

  private @Nullable ErrorType errorType(Entry entry) {
    String name = text(entry.key(), entry.node());
    if (name == null) {
      return null;
    }
    if (!ErrorType.isLegal(name)) {
      limits.add(entry.key(), quoted(name), ErrorType.RULE);
      return null;
    }
    return ErrorType.of(name);
  }

  private @Nullable Integer statusCode(Entry entry) {
    return integer(entry.key(), entry.node(), FailureFilter.MIN_STATUS, FailureFilter.MAX_STATUS)
        .orElse(null);
  }

  private void knownKeys(String prefix, JsonNode node, List<String> known) {
    for (String key : node.propertyNames()) {
      if (!known.contains(key)) {
        limits.add(
            prefix + BoundedText.of(key, SHOWN_BYTES),
            shown(node.get(key)),
            "unknown key; allowed here are " + String.join(", ", known));
      }
    }
  }

  private @Nullable Duration positive(String key, @Nullable JsonNode node) {
    Duration value = required(key, node);
    return value == null || !limits.positive(key, value) ? null : value;
  }

  private @Nullable Duration required(String key, @Nullable JsonNode node) {
    if (node == null) {
      limits.add(key, "nothing", "must be " + DurationText.RULE);
      return null;
    }
    return duration(key, node);
  }

  private @Nullable Duration duration(String key, @Nullable JsonNode node) {
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

  private Optional<Integer> integer(String key, JsonNode node, int min, int max) {
    if (node.isIntegralNumber()
        && node.canConvertToInt()
        && node.intValue() >= min
        && node.intValue() <= max) {
      return Optional.of(node.intValue());
    }
    limits.add(key, shown(node), "must be a whole number from " + min + " to " + max);
    return Optional.empty();
  }

  private @Nullable Double number(String key, @Nullable JsonNode node) {
    if (node == null || !node.isNumber()) {
      limits.add(key, shown(node), "must be a number");
      return null;
    }
    // Not doubleValue(), which throws where a number is beyond a double; infinite is out of bounds.
    return node.numberValue().doubleValue();
  }

  private @Nullable String text(String key, @Nullable JsonNode node) {
    if (node == null || !node.isString()) {
      limits.add(key, shown(node), "must be a string");
      return null;
    }
    return node.stringValue();
  }

  private static String shown(@Nullable JsonNode node) {
    return node == null ? "nothing" : BoundedText.of(node.toString(), SHOWN_BYTES);
  }

  private static String quoted(String text) {
    return "\"" + BoundedText.of(text, SHOWN_BYTES) + "\"";
  }
}

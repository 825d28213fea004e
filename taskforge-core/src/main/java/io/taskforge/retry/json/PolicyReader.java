package io.taskforge.retry.json;

import io.taskforge.failure.ErrorType;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.FailureFilter;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyLimits;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

  private final Map<String, RetryPolicyJson.Strategy<?>> strategies;
  private final PolicyLimits limits = new PolicyLimits();
  private final CheckedJson json = new CheckedJson(limits);

  PolicyReader(Map<String, RetryPolicyJson.Strategy<?>> strategies) {
    this.strategies = strategies;
  }

  RetryPolicy read(JsonNode root) {
    if (!root.isObject()) {
      limits.add("policy", CheckedJson.shown(root), "must be a JSON object");
      limits.refuseFaults();
    }
    json.knownKeys("", root, POLICY_KEYS);
    Integer maxRetries = maxRetries(root);
    BackoffJson backoffJson = new BackoffJson(json, strategies);
    Backoff backoff = backoffJson.read(root.get("backoff"));
    Duration maxDelay = json.duration("maxDelay", root.get("maxDelay"));
    if (maxDelay != null) {
      limits.cap(maxDelay, backoffJson.firstDelay());
    }
    Jitter jitter = jitter(root.get("jitter"));
    FailureFilter retryOn = filter("retryOn", root.get("retryOn"));
    FailureFilter neverOn = filter("neverOn", root.get("neverOn"));
    Duration maxElapsed = json.duration("maxElapsed", root.get("maxElapsed"));
    if (maxElapsed != null) {
      limits.positive("maxElapsed", maxElapsed);
    }
    Duration maxRetryAfter = json.duration("maxRetryAfter", root.get("maxRetryAfter"));
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
    Integer given =
        retries == null
            ? null
            : json.integer("maxRetries", retries, 0, PolicyLimits.MAX_RETRIES).orElse(null);
    if (attempts == null) {
      return given;
    }
    if (retries != null) {
      limits.add(
          "maxAttempts",
          CheckedJson.shown(attempts),
          "cannot be combined with maxRetries: give one of the two");
    }
    int most = PolicyLimits.MAX_RETRIES + 1;
    return json.integer("maxAttempts", attempts, 1, most).map(value -> value - 1).orElse(null);
  }

  private @Nullable Jitter jitter(@Nullable JsonNode node) {
    if (node == null) {
      return null;
    }
    if (!node.isObject()) {
      limits.add("jitter", CheckedJson.shown(node), "must be an object with a type");
      return null;
    }
    String name = json.text("jitter.type", node.get("type"));
    Jitter.Type type =
        Arrays.stream(Jitter.Type.values())
            .filter(t -> jitterName(t).equals(name))
            .findFirst()
            .orElse(null);
    if (type != Jitter.Type.PROPORTIONAL) {
      json.knownKeys("jitter.", node, type == null ? List.of("type", "factor") : List.of("type"));
      if (type == null && name != null) {
        limits.add("jitter.type", CheckedJson.quoted(name), "must be one of " + jitterNames());
      }
      return type == null ? null : new Jitter(type, 0);
    }
    json.knownKeys("jitter.", node, List.of("type", "factor"));
    Double factor = json.number("jitter.factor", node.get("factor"));
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
      limits.add(
          key, CheckedJson.shown(node), "must be an object with errors, statusCodes or both");
      return FailureFilter.NONE;
    }
    json.knownKeys(key + ".", node, List.of("errors", "statusCodes"));
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
      limits.add(key, CheckedJson.shown(array), "must be an array");
    } else if (array.isEmpty() || array.size() > MAX_NAMED) {
      limits.add(key, array.size() + " entries", "must hold from 1 to " + MAX_NAMED + " entries");
    } else {
      for (int i = 0; i < array.size(); i++) {
        T value = read.apply(new Entry(key + "[" + i + "]", array.get(i)));
        if (value != null && !values.add(value)) {
          limits.add(
              key + "[" + i + "]", CheckedJson.shown(array.get(i)), "must not be named twice");
        }
      }
    }
    return values;
  }

  private record Entry(String key, JsonNode node) {}

  private @Nullable ErrorType errorType(Entry entry) {
    String name = json.text(entry.key(), entry.node());
    if (name == null) {
      return null;
    }
    if (!ErrorType.isLegal(name)) {
      limits.add(entry.key(), CheckedJson.quoted(name), ErrorType.RULE);
      return null;
    }
    return ErrorType.of(name);
  }

  private @Nullable Integer statusCode(Entry entry) {
    return json.integer(
            entry.key(), entry.node(), FailureFilter.MIN_STATUS, FailureFilter.MAX_STATUS)
        .orElse(null);
  }
}

package io.taskforge.retry.json;

import io.taskforge.failure.ErrorType;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.FailureFilter;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyLimits;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads one policy from a JSON tree and collects all faults. A missing or invalid value is null;
 * {@link #read} throws if there was any fault before it uses a value, so null then means missing.
 * For one use.
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
  private final List<Fault> faults = new ArrayList<>();
  private final PolicyLimits limits = new PolicyLimits(faults);

  PolicyReader(Map<String, RetryPolicyJson.Strategy<?>> strategies) {
    this.strategies = strategies;
  }

  RetryPolicy read(JsonNode root) {
    if (!root.isObject()) {
      limits.add("policy", JsonValue.shown(root), "must be a JSON object");
      limits.refuseFaults();
    }
    JsonValue json = JsonValue.root(root, faults);
    json.knownKeys(POLICY_KEYS);
    Integer maxRetries = maxRetries(json);
    BackoffReader backoffReader = new BackoffReader(limits, strategies);
    Backoff backoff =
        backoffReader.read(json.required("backoff").object("must be an object with a strategy"));
    Duration maxDelay = json.optional("maxDelay").duration();
    if (maxDelay != null) {
      limits.cap(maxDelay, backoffReader.firstDelay());
    }
    Jitter jitter = jitter(json.optional("jitter").object("must be an object with a type"));
    FailureFilter retryOn = filter(json.optional("retryOn"));
    FailureFilter neverOn = filter(json.optional("neverOn"));
    Duration maxElapsed = json.optional("maxElapsed").duration();
    if (maxElapsed != null) {
      limits.positive("maxElapsed", maxElapsed);
    }
    Duration maxRetryAfter = json.optional("maxRetryAfter").duration();
    if (maxRetryAfter != null) {
      limits.notNegative("maxRetryAfter", maxRetryAfter);
    }
    limits.refuseFaults();

    RetryPolicy defaults = RetryPolicy.of(Objects.requireNonNull(backoff));
    return defaults
        .maxRetries(maxRetries == null ? defaults.maxRetries() : maxRetries)
        .cappedAt(maxDelay == null ? defaults.maxDelay() : maxDelay)
        .jitter(jitter == null ? defaults.jitter() : jitter)
        .retryOn(retryOn)
        .never(neverOn)
        .within(maxElapsed)
        .maxRetryAfter(maxRetryAfter == null ? defaults.maxRetryAfter() : maxRetryAfter);
  }

  private static @Nullable Integer maxRetries(JsonValue json) {
    Integer retries = json.optional("maxRetries").integer(0, PolicyLimits.MAX_RETRIES);
    JsonValue attempts = json.optional("maxAttempts");
    if (attempts.node() == null) {
      return retries;
    }
    if (json.has("maxRetries")) {
      attempts.fault("cannot be combined with maxRetries: give one of the two");
    }
    Integer value = attempts.integer(1, PolicyLimits.MAX_RETRIES + 1);
    return value == null ? null : value - 1;
  }

  private @Nullable Jitter jitter(@Nullable JsonValue json) {
    if (json == null) {
      return null;
    }
    JsonValue name = json.required("type");
    Jitter.Type type = name.word(Jitter.Type.class);
    boolean hasFactor = type == null || type == Jitter.Type.PROPORTIONAL;
    json.knownKeys(hasFactor ? List.of("type", "factor") : List.of("type"));
    if (type != Jitter.Type.PROPORTIONAL) {
      return type == null ? null : new Jitter(type, 0);
    }
    Double factor = json.required("factor").number();
    return factor == null || !limits.factor("jitter.factor", factor)
        ? null
        : Jitter.proportional(factor);
  }

  private static FailureFilter filter(JsonValue value) {
    JsonValue json = value.object("must be an object with errors, statusCodes or both");
    if (json == null) {
      return FailureFilter.NONE;
    }
    json.knownKeys(List.of("errors", "statusCodes"));
    if (json.existing().isEmpty()) {
      json.fault("must name errors, statusCodes or both; leave it out to name nothing");
    }
    return FailureFilter.of(
        distinct(json.optional("errors"), PolicyReader::errorType),
        distinct(
            json.optional("statusCodes"),
            code -> code.integer(FailureFilter.MIN_STATUS, FailureFilter.MAX_STATUS)));
  }

  private static <T extends Comparable<T>> Collection<T> distinct(
      JsonValue list, Function<JsonValue, @Nullable T> read) {
    TreeSet<T> values = new TreeSet<>();
    List<JsonValue> items = list.items("must be an array", MAX_NAMED, "entries");
    for (JsonValue item : items == null ? List.<JsonValue>of() : items) {
      T value = read.apply(item);
      if (value != null && !values.add(value)) {
        item.fault("must not be named twice");
      }
    }
    return values;
  }

  private static @Nullable ErrorType errorType(JsonValue json) {
    return json.text(ErrorType::of);
  }
}

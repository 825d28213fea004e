package io.taskforge.retry.json;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyLimits;
import io.taskforge.retry.RetryOverrides;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a policy with overrides: {@code overrides}, and {@code base} if it has one. */
final class OverridesJson {
  static final String OVERRIDES = "overrides";
  private static final String BASE = "base";

  private OverridesJson() {}

  /** Returns the choice, or throws with all faults. */
  static PolicyChoice read(JsonNode root, Function<JsonNode, PolicyChoice> readBase) {
    List<Fault> faults = new ArrayList<>();
    PolicyLimits limits = new PolicyLimits(faults);
    JsonValue json = JsonValue.root(root, faults);
    json.knownKeys(List.of(BASE, OVERRIDES));
    JsonValue given = json.required(OVERRIDES);
    if (given.object("must be an object") != null) {
      given.knownKeys(List.of("maxRetries", "retryDelay", "useExponentialBackoff"));
    }
    Integer maxRetries = given.optional("maxRetries").integer(0, PolicyLimits.MAX_RETRIES);
    Duration retryDelay = given.optional("retryDelay").duration();
    if (retryDelay != null) {
      limits.positive(OVERRIDES + ".retryDelay", retryDelay);
    }
    boolean exponential = given.optional("useExponentialBackoff").flag();
    PolicyChoice base = json.has(BASE) ? base(json.optional(BASE), readBase) : null;
    limits.refuseFaults();
    return new PolicyChoice.Overriding(
        new RetryOverrides(
            maxRetries, retryDelay, given.has("useExponentialBackoff") ? exponential : null),
        base);
  }

  private static @Nullable PolicyChoice base(
      JsonValue json, Function<JsonNode, PolicyChoice> read) {
    try {
      return read.apply(json.existing());
    } catch (InvalidPolicyException e) {
      json.faultsOf("policy", e.faults());
      return null;
    }
  }

  static ObjectNode tree(RetryOverrides overrides, @Nullable JsonNode base) {
    ObjectNode root = Json.object();
    if (base != null) {
      root.set(BASE, base);
    }
    ObjectNode node = root.putObject(OVERRIDES);
    if (overrides.maxRetries() != null) {
      node.put("maxRetries", overrides.maxRetries());
    }
    if (overrides.retryDelay() != null) {
      node.put("retryDelay", DurationText.format(overrides.retryDelay()));
    }
    if (overrides.useExponentialBackoff() != null) {
      node.put("useExponentialBackoff", overrides.useExponentialBackoff());
    }
    return root;
  }
}

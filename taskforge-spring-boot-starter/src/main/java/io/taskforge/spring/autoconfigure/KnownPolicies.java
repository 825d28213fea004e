package io.taskforge.spring.autoconfigure;

import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.spring.PolicyProperties;
import java.util.LinkedHashMap;
import java.util.Map;

/** The retry policies that annotations and properties can name: presets and those of properties. */
final class KnownPolicies {
  private final Map<String, RetryPolicy> policies = new LinkedHashMap<>(RetryPolicies.all());

  /**
   * @throws IllegalStateException if a policy is invalid or has the name of a preset
   */
  KnownPolicies(Map<String, PolicyProperties> own) {
    own.forEach(this::add);
  }

  private void add(String name, PolicyProperties properties) {
    String key = "spring.taskforge.retry.policies." + name;
    if (policies.containsKey(name)) {
      throw new IllegalStateException(
          key + ": this is the name of a preset, which can't be changed; choose another name");
    }
    try {
      policies.put(name, properties.policy());
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new IllegalStateException(key + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns a policy.
   *
   * @param where what names it, for the message
   * @throws IllegalStateException if it is not known
   */
  RetryPolicy named(String name, String where) {
    RetryPolicy policy = policies.get(name);
    if (policy == null) {
      throw new IllegalStateException(
          "%s: retry policy '%s' is not known; there are %s"
              .formatted(where, name, policies.keySet()));
    }
    return policy;
  }
}

package io.taskforge.server.api;

import io.taskforge.NamedPolicies;
import io.taskforge.NamedPolicy;
import io.taskforge.json.Fault;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds retry policies by name: presets and stored ones. */
final class PolicyLookup {
  private final NamedPolicies stored;

  PolicyLookup(NamedPolicies stored) {
    this.stored = stored;
  }

  Optional<RetryPolicy> find(PolicyName name) {
    RetryPolicy preset = RetryPolicies.all().get(name.value());
    return preset != null ? Optional.of(preset) : stored.get(name).map(NamedPolicy::policy);
  }

  /** Returns the chosen policy; empty, with a fault at {@code key}, if there is none. */
  Optional<RetryPolicy> resolve(PolicyChoice choice, String key, List<Fault> faults) {
    if (choice instanceof PolicyChoice.Inline inline) {
      return Optional.of(inline.policy());
    }
    PolicyName name = ((PolicyChoice.Named) choice).name();
    Optional<RetryPolicy> found = find(name);
    if (found.isEmpty()) {
      faults.add(unknown(key, name));
    }
    return found;
  }

  /** Adds a fault if the choice names an unknown policy. */
  void check(@Nullable PolicyChoice choice, String key, List<Fault> faults) {
    if (choice != null) {
      Optional<RetryPolicy> ignored = resolve(choice, key, faults);
    }
  }

  private static Fault unknown(String key, PolicyName name) {
    return new Fault(
        key,
        name.value(),
        "must be a retry policy, or the name of one that GET /api/v1/policies lists");
  }
}

package io.taskforge.server.api;

import io.taskforge.NamedPolicies;
import io.taskforge.NamedPolicy;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import java.util.List;
import java.util.Optional;

/** Finds retry policies by name: presets and stored ones. */
record PolicyLookup(NamedPolicies stored) {

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

  /** Adds a fault if the field, or what it overrides, names an unknown policy. */
  void check(JsonValue sent, FieldValues values, Field<PolicyChoice> field) {
    PolicyChoice choice = values.get(field);
    if (choice instanceof PolicyChoice.Overriding overriding) {
      choice = overriding.base();
    }
    if (choice != null) {
      Optional<RetryPolicy> ignored = resolve(choice, values.path(field), sent.faults());
    }
  }

  private static Fault unknown(String key, PolicyName name) {
    return new Fault(
        key,
        name.value(),
        "must be a retry policy, or the name of one that GET /api/v1/policies lists");
  }
}

package io.taskforge.engine;

import io.taskforge.job.TenantId;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The named policies: presets and stored ones. Read from the store each time. */
public final class StoredPolicies {

  private final JobStore store;
  private final RetryPolicyJson json;

  public StoredPolicies(JobStore store, RetryPolicyJson json) {
    this.store = store;
    this.json = json;
  }

  /** The key of a stored policy. */
  public static DocumentKey key(PolicyName name) {
    return new DocumentKey(DocumentKind.POLICY, TenantId.DEFAULT, name.value());
  }

  /**
   * Returns the policy with this name.
   *
   * @throws IllegalArgumentException if there is none, or it is invalid
   */
  RetryPolicy named(PolicyName name) {
    Optional<RetryPolicy> preset = preset(name);
    return preset.isPresent()
        ? preset.get()
        : store
            .documents()
            .find(key(name))
            .map(document -> json.read(document.json()))
            .orElseThrow(() -> new IllegalArgumentException("there is no policy '" + name + "'"));
  }

  static Optional<RetryPolicy> preset(PolicyName name) {
    return Optional.ofNullable(RetryPolicies.all().get(name.value()));
  }

  /** Returns all stored policies by name. */
  public List<Document> all() {
    List<Document> all = new ArrayList<>();
    store.documents().forEach(DocumentKind.POLICY, TenantId.DEFAULT, all::add);
    return all;
  }
}

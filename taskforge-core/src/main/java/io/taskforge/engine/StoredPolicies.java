package io.taskforge.engine;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.TenantId;
import io.taskforge.retry.PolicyChoice;
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
import org.jspecify.annotations.Nullable;

/** The named policies, presets included, and those of job types. Read from the store each time. */
public record StoredPolicies(JobStore store, RetryPolicyJson json) implements NearestPolicy.Lookup {
  public static DocumentKey key(PolicyName name) {
    return new DocumentKey(DocumentKind.POLICY, TenantId.DEFAULT, name.value());
  }

  public static DocumentKey key(JobTypeName type) {
    return new DocumentKey(DocumentKind.JOB_TYPE, TenantId.DEFAULT, type.value());
  }

  @Override
  public RetryPolicy named(PolicyName name) {
    Optional<RetryPolicy> preset = preset(name);
    return preset.isPresent()
        ? preset.get()
        : store
            .documents()
            .find(key(name))
            .map(document -> json.read(document.json()))
            .orElseThrow(() -> new IllegalArgumentException("there is no policy '" + name + "'"));
  }

  @Override
  public @Nullable PolicyChoice ofType(JobTypeName type) {
    return store
        .documents()
        .find(key(type))
        .map(document -> json.readChoice(document.json()))
        .orElse(null);
  }

  static Optional<RetryPolicy> preset(PolicyName name) {
    return Optional.ofNullable(RetryPolicies.all().get(name.value()));
  }

  /** Returns all stored policies by name. */
  public List<Document> all() {
    return all(DocumentKind.POLICY);
  }

  /** Returns the policies of all job types, by type. */
  public List<Document> ofTypes() {
    return all(DocumentKind.JOB_TYPE);
  }

  private List<Document> all(DocumentKind kind) {
    List<Document> all = new ArrayList<>();
    store.documents().forEach(kind, TenantId.DEFAULT, all::add);
    return all;
  }
}

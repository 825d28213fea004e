package io.taskforge;

import io.taskforge.engine.StoredPolicies;
import io.taskforge.job.JobTypeName;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.JobStore;
import java.util.List;
import java.util.Optional;

/**
 * Stored retry policies of job types, shared by all workers. They take precedence over the policies
 * that handlers are registered with. A change applies from the next failure on, within two seconds
 * on other workers. Thread-safe.
 */
public final class TypePolicies {
  private final JobStore store;
  private final StoredPolicies stored;
  private final RetryPolicyJson json;
  private final Runnable changed;

  /**
   * @param changed called after each change
   */
  TypePolicies(JobStore store, RetryPolicyJson json, Runnable changed) {
    this.store = store;
    this.stored = new StoredPolicies(store, json);
    this.json = json;
    this.changed = changed;
  }

  /** Sets the policy of a type, whatever its version. */
  public TypePolicy put(JobTypeName type, PolicyChoice policy) {
    Optional<TypePolicy> written = Optional.empty();
    while (written.isEmpty()) {
      written = put(type, policy, get(type).map(TypePolicy::version).orElse(0L));
    }
    return written.get();
  }

  /**
   * Sets the policy of a type with optimistic locking: empty if the stored version is another one.
   *
   * @param expectedVersion 0 to create only
   * @throws IllegalArgumentException if the policy has overrides, which are for jobs only
   */
  public Optional<TypePolicy> put(JobTypeName type, PolicyChoice policy, long expectedVersion) {
    DocumentKey key = StoredPolicies.key(type);
    String text = json.writeChoice(PolicyChoice.requireWhole(policy));
    Optional<Document> written = store.documents().put(key, expectedVersion, text, null);
    changed.run();
    return written.map(this::read);
  }

  /** Returns the stored policy of a type; empty if it has none. */
  public Optional<TypePolicy> get(JobTypeName type) {
    return store.documents().find(StoredPolicies.key(type)).map(this::read);
  }

  /** Returns all types that have a stored policy, by name. */
  public List<TypePolicy> list() {
    return stored.ofTypes().stream().map(this::read).toList();
  }

  /** Deletes this version of a type's policy; false if it has changed or is gone. */
  public boolean delete(JobTypeName type, long expectedVersion) {
    boolean deleted = store.documents().delete(StoredPolicies.key(type), expectedVersion);
    changed.run();
    return deleted;
  }

  private TypePolicy read(Document document) {
    return new TypePolicy(
        new JobTypeName(document.key().id()),
        json.readChoice(document.json()),
        document.version(),
        document.createdAt(),
        document.changedAt());
  }
}

package io.taskforge;

import io.taskforge.engine.StoredPolicies;
import io.taskforge.job.JobTypeName;
import io.taskforge.queue.Queue;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.JobStore;
import java.util.List;
import java.util.Optional;

/**
 * Stored retry policies with names, shared by all workers. Jobs, job types and queues refer to them
 * by name; the name is resolved at each failure, so a change applies from the next failure on,
 * within two seconds on other workers. Thread-safe.
 *
 * <p>The presets of {@link io.taskforge.retry.RetryPolicies} are not listed here, and their names
 * are reserved.
 */
public final class NamedPolicies {
  private final JobStore store;
  private final StoredPolicies stored;
  private final RetryPolicyJson json;
  private final PolicyChoice defaultPolicy;
  private final Runnable changed;

  /**
   * @param defaultPolicy the policy of jobs for which none is set
   * @param changed called after each change
   */
  NamedPolicies(
      JobStore store, RetryPolicyJson json, PolicyChoice defaultPolicy, Runnable changed) {
    this.store = store;
    this.stored = new StoredPolicies(store, json);
    this.json = json;
    this.defaultPolicy = defaultPolicy;
    this.changed = changed;
  }

  /**
   * Creates or replaces a policy. Idempotent.
   *
   * @throws IllegalArgumentException if the name is that of a preset
   */
  public NamedPolicy put(PolicyName name, RetryPolicy policy) {
    DocumentKey key = StoredPolicies.key(own(name));
    String text = json.write(policy);
    Optional<Document> written = Optional.empty();
    while (written.isEmpty()) {
      Optional<Document> before = store.documents().find(key);
      long version = before.map(Document::version).orElse(0L);
      written =
          before
              .filter(same -> same.json().equals(text))
              .or(() -> store.documents().put(key, version, text, null));
    }
    changed.run();
    return read(written.get());
  }

  /**
   * Replaces a policy with optimistic locking: empty if the stored version is another one.
   *
   * @param expectedVersion 0 to create only
   * @throws IllegalArgumentException if the name is that of a preset
   */
  public Optional<NamedPolicy> put(PolicyName name, RetryPolicy policy, long expectedVersion) {
    DocumentKey key = StoredPolicies.key(own(name));
    String text = json.write(policy);
    Optional<Document> written = store.documents().put(key, expectedVersion, text, null);
    changed.run();
    return written.map(this::read);
  }

  /** Returns the policy with this name; empty for presets. */
  public Optional<NamedPolicy> get(PolicyName name) {
    return store.documents().find(StoredPolicies.key(name)).map(this::read);
  }

  /** Returns all stored policies, without presets. */
  public List<NamedPolicy> list() {
    return stored.all().stream().map(this::read).toList();
  }

  /**
   * Deletes a policy, unless a queue, a job type or the default refers to it. A job that refers to
   * it ends with its next failure; its history gives the reason.
   */
  public PolicyDeletion delete(PolicyName name) {
    PolicyDeletion answer;
    do {
      long version = get(name).map(NamedPolicy::version).orElse(0L);
      answer = delete(name, version);
    } while (answer instanceof PolicyDeletion.Changed);
    return answer;
  }

  /** Like {@link #delete(PolicyName)}, with optimistic locking. */
  public PolicyDeletion delete(PolicyName name, long expectedVersion) {
    Optional<Document> before = store.documents().find(StoredPolicies.key(name));
    if (before.isEmpty()) {
      return new PolicyDeletion.NotFound();
    }
    PolicyDeletion.InUse use = use(name);
    if (use.isDefault() || !use.queues().isEmpty() || !use.types().isEmpty()) {
      return use;
    }
    boolean deleted = store.documents().delete(StoredPolicies.key(name), expectedVersion);
    changed.run();
    if (deleted) {
      return new PolicyDeletion.Deleted();
    }
    return store
        .documents()
        .find(StoredPolicies.key(name))
        .<PolicyDeletion>map(now -> new PolicyDeletion.Changed(now.version()))
        .orElseGet(PolicyDeletion.NotFound::new);
  }

  private PolicyDeletion.InUse use(PolicyName name) {
    PolicyChoice choice = new PolicyChoice.Named(name);
    String text = json.writeChoice(choice);
    return new PolicyDeletion.InUse(
        store.queues().stream()
            .filter(queue -> choice.equals(queue.settings().retryPolicy()))
            .map(Queue::name)
            .toList(),
        stored.ofTypes().stream()
            .filter(type -> type.json().equals(text))
            .map(type -> new JobTypeName(type.key().id()))
            .toList(),
        choice.equals(defaultPolicy));
  }

  private static PolicyName own(PolicyName name) {
    if (name.isPreset()) {
      throw new IllegalArgumentException(
          "'" + name + "' is a preset, which can't be changed: choose another name");
    }
    return name;
  }

  private NamedPolicy read(Document document) {
    return new NamedPolicy(
        new PolicyName(document.key().id()),
        json.read(document.json()),
        document.version(),
        document.createdAt(),
        document.changedAt());
  }
}

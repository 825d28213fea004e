package io.taskforge;

import io.taskforge.engine.StoredPolicies;
import io.taskforge.job.QueueName;
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
 * Retry policies under names, kept in the store for all workers. A job or queue that refers to one
 * gets what stands under the name when it fails, so that a change counts for the next failure; a
 * worker knows of it within two seconds. Thread-safe.
 *
 * <p>The names of {@link io.taskforge.retry.RetryPolicies} are always known, are not among these,
 * and can't be given another meaning.
 */
public final class NamedPolicies {
  private final JobStore store;
  private final StoredPolicies stored;
  private final RetryPolicyJson json;

  NamedPolicies(JobStore store, RetryPolicyJson json) {
    this.store = store;
    this.stored = new StoredPolicies(store, json);
    this.json = json;
  }

  /**
   * Puts a policy under a name, whatever stood there. Putting the same again changes nothing.
   *
   * @throws IllegalArgumentException if the name is a preset's
   */
  public NamedPolicy put(PolicyName name, RetryPolicy policy) {
    DocumentKey key = StoredPolicies.key(own(name));
    String text = json.write(policy);
    Optional<Document> written = Optional.empty();
    while (written.isEmpty()) {
      Optional<Document> before = store.documents().find(key);
      if (before.isEmpty()) {
        written = store.documents().create(key, text, null);
      } else if (before.get().json().equals(text)) {
        written = before;
      } else {
        written = store.documents().replace(key, before.get().version(), text, null);
      }
    }
    return read(written.get());
  }

  /**
   * Puts a policy under a name in place of exactly that version; empty if it has changed or gone.
   *
   * @param expectedVersion 0 if there must be none of that name yet
   * @throws IllegalArgumentException if the name is a preset's
   */
  public Optional<NamedPolicy> put(PolicyName name, RetryPolicy policy, long expectedVersion) {
    DocumentKey key = StoredPolicies.key(own(name));
    String text = json.write(policy);
    return (expectedVersion == 0
            ? store.documents().create(key, text, null)
            : store.documents().replace(key, expectedVersion, text, null))
        .map(this::read);
  }

  /** Returns what stands under a name; empty for a preset's, too. */
  public Optional<NamedPolicy> get(PolicyName name) {
    return store.documents().find(StoredPolicies.key(name)).map(this::read);
  }

  /** Returns all, by name. */
  public List<NamedPolicy> list() {
    return stored.all().stream().map(this::read).toList();
  }

  /**
   * Deletes a policy, unless a queue refers to it. Jobs are not asked: one that refers to it ends
   * with its next failure, and its history says why.
   */
  public PolicyDeletion delete(PolicyName name) {
    PolicyDeletion answer;
    do {
      long version = get(name).map(NamedPolicy::version).orElse(0L);
      answer = delete(name, version);
    } while (answer instanceof PolicyDeletion.Changed);
    return answer;
  }

  /** As {@link #delete(PolicyName)}, if it still has that version. */
  public PolicyDeletion delete(PolicyName name, long expectedVersion) {
    List<QueueName> users =
        store.queues().stream().filter(queue -> refersTo(queue, name)).map(Queue::name).toList();
    Optional<Document> before = store.documents().find(StoredPolicies.key(name));
    if (before.isEmpty()) {
      return new PolicyDeletion.NotFound();
    }
    if (!users.isEmpty()) {
      return new PolicyDeletion.InUse(users);
    }
    if (store.documents().delete(StoredPolicies.key(name), expectedVersion)) {
      return new PolicyDeletion.Deleted();
    }
    return store
        .documents()
        .find(StoredPolicies.key(name))
        .<PolicyDeletion>map(now -> new PolicyDeletion.Changed(now.version()))
        .orElseGet(PolicyDeletion.NotFound::new);
  }

  private static boolean refersTo(Queue queue, PolicyName name) {
    return queue.settings().retryPolicy() instanceof PolicyChoice.Named named
        && named.name().equals(name);
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

package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The API keys of a store. Thread-safe. */
public final class ApiKeys {
  private final JobStore store;
  private final RandomGenerator random;
  private volatile boolean some;

  /** Generates keys with {@code random}, which must be cryptographically secure. */
  public ApiKeys(JobStore store, RandomGenerator random) {
    this.store = store;
    this.random = random;
  }

  /**
   * A newly created key.
   *
   * @param text the key itself, which is not stored
   */
  public record Created(ApiKey key, String text) {
    @Override
    public String toString() {
      return "Created[" + key.id() + "]";
    }
  }

  /**
   * @param tenant the tenant it is bound to; null for all tenants
   * @param expiresIn after how long it expires; null for never
   */
  public Created create(
      String name, @Nullable TenantId tenant, Scope scope, @Nullable Duration expiresIn) {
    while (true) {
      ApiKeySecret text = ApiKeySecret.random(random);
      Instant now = store.now();
      Instant end = expiresIn == null ? null : now.plus(expiresIn);
      Caller caller = new Caller(text.id(), tenant, scope);
      ApiKey key = new ApiKey(name, caller, text.hash(), now, end, null, null);
      if (store.documents().create(at(key.id()), key.write(), null).isPresent()) {
        some = true;
        return new Created(key, text.text());
      }
    }
  }

  /** Returns all keys, revoked ones too, by id. */
  public List<ApiKey> list() {
    List<ApiKey> keys = new ArrayList<>();
    store
        .documents()
        .forEach(DocumentKind.API_KEY, null, document -> keys.add(ApiKey.read(document.json())));
    return keys;
  }

  public Optional<ApiKey> find(String id) {
    return store.documents().find(at(id)).map(document -> ApiKey.read(document.json()));
  }

  /** Whether any key exists; if so, every request needs one. */
  public boolean any() {
    some |= !store.documents().list(DocumentKind.API_KEY, null, null, 1).items().isEmpty();
    return some;
  }

  /** Whether this process knows that a key exists, without asking the store. */
  boolean someKnown() {
    return some;
  }

  /** Revokes a key, which stays listed. Empty if there is no such key. */
  public Optional<ApiKey> revoke(String id) {
    while (true) {
      Optional<Document> found = store.documents().find(at(id));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      ApiKey key = ApiKey.read(found.get().json());
      if (key.revokedAt() != null) {
        return Optional.of(key);
      }
      ApiKey revoked = key.revoked(store.now());
      if (replace(found.get(), revoked)) {
        return Optional.of(revoked);
      }
    }
  }

  /** Records the use of a key; does nothing if the key is changed concurrently. */
  void used(String id, Instant now) {
    store
        .documents()
        .find(at(id))
        .ifPresent(document -> replace(document, ApiKey.read(document.json()).used(now)));
  }

  private boolean replace(Document document, ApiKey key) {
    return store
        .documents()
        .replace(document.key(), document.version(), key.write(), null)
        .isPresent();
  }

  private static DocumentKey at(String id) {
    return new DocumentKey(DocumentKind.API_KEY, TenantId.DEFAULT, id);
  }
}

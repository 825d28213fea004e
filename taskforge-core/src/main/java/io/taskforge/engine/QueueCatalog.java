package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.Document;
import io.taskforge.store.JobStore;
import io.taskforge.store.PendingWork;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache of the queues' settings, the named policies and those of job types, at most two seconds
 * old while the store can be reached, so that a changed policy applies to the next failure.
 */
final class QueueCatalog implements Turn, NearestPolicy.Lookup {
  private static final Logger LOG = LoggerFactory.getLogger(QueueCatalog.class);

  private final JobStore store;
  private final StoredPolicies stored;
  private final RetryPolicyJson json;
  private volatile @Nullable Known known;
  private volatile boolean kept;
  private @Nullable String revision; // guarded by this
  private volatile @Nullable Runnable undeclared;
  private boolean declaring; // guarded by this
  private @Nullable String rejection; // guarded by this

  QueueCatalog(JobStore store, RetryPolicyJson json) {
    this.store = store;
    this.stored = new StoredPolicies(store, json);
    this.json = json;
  }

  /** What was read last; policies are their JSON. */
  private record Known(
      Map<QueueName, QueueSettings> settings,
      Map<String, String> types,
      Map<String, String> policies) {}

  /** One at a time, so that an older read does not replace a newer one. */
  @Override
  public synchronized Duration turn() {
    boolean ignored = read();
    return StoreWatch.INTERVAL;
  }

  /**
   * Reads again unless this revision was read.
   *
   * @param current {@link PendingWork#settings}, or null if it is not known
   */
  synchronized void refresh(@Nullable String current) {
    if ((current == null || !current.equals(revision)) && read()) {
      revision = current;
    }
  }

  private boolean read() {
    try {
      declareFirst();
      // Queues and types first: a policy exists before they refer to it.
      Map<QueueName, QueueSettings> settings = new HashMap<>();
      for (Queue queue : store.queues()) {
        settings.put(queue.name(), queue.settings());
      }
      Map<String, String> types = byId(stored.ofTypes());
      known = new Known(Map.copyOf(settings), types, byId(stored.all()));
      return true;
    } catch (StoreException e) {
      if (undeclared != null && !e.isTransient()) {
        logOnce(e);
        return false;
      }
      LOG.atLevel(StoreLogLevel.of(e))
          .log("queue settings not read, the last known remain in force: {}", e.getMessage());
      return false;
    }
  }

  /** Every turn tries again, and the log would be full of the same error. */
  private void logOnce(StoreException rejected) {
    if (!Objects.equals(rejected.getMessage(), rejection)) {
      rejection = rejected.getMessage();
      LOG.error("store rejected the worker's queue settings, it claims no jobs", rejected);
    }
  }

  /**
   * Runs an action that stores queue settings, now, or with the next read if the store is
   * unavailable. Until then the settings count as unknown.
   *
   * @throws StoreException if the store rejects them
   */
  synchronized void declareFirst(Runnable action) {
    undeclared = action;
    try {
      declareFirst();
    } catch (StoreException e) {
      if (!e.isTransient()) {
        undeclared = null;
        throw e;
      }
      LOG.warn("store unavailable, worker will start when it is back: {}", e.getMessage());
    }
  }

  /** The action itself may read the settings again. */
  private void declareFirst() {
    Runnable action = undeclared;
    if (action != null && !declaring) {
      declaring = true;
      try {
        action.run();
        undeclared = null;
        rejection = null;
      } finally {
        declaring = false;
      }
    }
  }

  private static Map<String, String> byId(List<Document> documents) {
    return documents.stream()
        .collect(Collectors.toUnmodifiableMap(each -> each.key().id(), Document::json));
  }

  /**
   * Whether the settings were read at least once, now if not before. Until then no failure can be
   * handled: it would get the default instead of its queue's policy and dead letter queue.
   */
  boolean isKnown() {
    if (known == null || undeclared != null) {
      Duration ignored = turn();
    }
    return known != null && undeclared == null;
  }

  /** Sets whether a thread refreshes the cache. */
  void kept(boolean byALoop) {
    kept = byALoop;
  }

  /** As {@link #isKnown}, but refreshes the cache if no thread does. */
  boolean isCurrent() {
    if (!kept) {
      Duration ignored = turn();
    }
    return isKnown();
  }

  /** The queues that were known when they were last read. */
  Set<QueueName> names() {
    Known last = known;
    return last == null ? Set.of() : last.settings().keySet();
  }

  /** Declares queues to all workers that serve every queue. */
  void declare(Set<QueueName> queues) {
    if (!names().containsAll(queues)) {
      queues.forEach(queue -> store.replaceQueue(queue, 0, QueueSettings.NONE));
      Duration ignored = turn();
    }
  }

  QueueSettings settings(QueueName queue) {
    Known last = known;
    return last == null
        ? QueueSettings.NONE
        : last.settings().getOrDefault(queue, QueueSettings.NONE);
  }

  /**
   * Returns the policy with this name. One that is not in the cache may be newer, so the store is
   * read.
   *
   * @throws IllegalArgumentException if there is none, or it is invalid
   * @throws StoreException if it is not in the cache and the store cannot be read
   */
  @Override
  public RetryPolicy named(PolicyName name) {
    Known last = known;
    String text = last == null || name.isPreset() ? null : last.policies().get(name.value());
    return text == null ? stored.named(name) : json.read(text);
  }

  @Override
  public @Nullable PolicyChoice ofType(JobTypeName type) {
    Known last = known;
    String text = last == null ? null : last.types().get(type.value());
    return text == null ? null : json.readChoice(text);
  }
}

package io.taskforge.server.tenant;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveDocument;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Problem;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The quota of running redrives. Workers process some of them in each turn, so that one tenant with
 * many would delay the others. The count is cached, plus what this node admitted since; with
 * several nodes a tenant may exceed the quota by what the others admit meanwhile. Thread-safe.
 */
public final class RedriveQuota {
  private static final Logger LOG = LoggerFactory.getLogger(RedriveQuota.class);

  /** The maximum number of running redrives of a tenant. */
  static final int MAX_PER_TENANT = 20;

  /** The maximum for operators: of one tenant, or over all tenants. */
  static final int MAX_BY_OPERATORS = 100;

  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration FULL = Duration.ofSeconds(30);
  // Ended redrives are kept for a month. If counting them is slow, they are counted less often, so
  // that counting takes at most a twentieth of the time.
  private static final int REST = 20;

  private final DocumentStore documents;
  private final LongSupplier ticker;
  // Redrives over all tenants have an empty key.
  private final Map<Optional<TenantId>, Integer> running = new HashMap<>();
  private long countedAt;
  private long restNanos;
  private boolean counted;

  public RedriveQuota(DocumentStore documents, LongSupplier ticker) {
    this.documents = documents;
    this.ticker = ticker;
  }

  /**
   * @param owner the tenant whose dead letters it redrives; null for all tenants
   * @throws Problem if the quota is used up
   */
  public synchronized void admit(Caller caller, @Nullable TenantId owner) {
    int most = caller.isOperator() ? MAX_BY_OPERATORS : MAX_PER_TENANT;
    Optional<TenantId> whose = Optional.ofNullable(owner);
    long now = ticker.getAsLong();
    long age = now - countedAt;
    boolean stale = age >= Math.max(restNanos, FRESH.toNanos());
    // Some may have ended since the last count: count again before rejecting.
    if (!counted || stale || (of(whose) >= most && age >= restNanos)) {
      count(now);
    }
    if (of(whose) >= most) {
      throw Problem.limitExceeded(refusal(owner, of(whose)), FULL);
    }
    running.merge(whose, 1, Integer::sum);
  }

  private int of(Optional<TenantId> whose) {
    return running.getOrDefault(whose, 0);
  }

  private static String refusal(@Nullable TenantId owner, int there) {
    String who =
        owner == null
            ? "the limit of %d running redrives over all tenants is reached".formatted(there)
            : "tenant %s has reached its limit of %d running redrives".formatted(owner, there);
    return who + "; wait until one ends, or stop one";
  }

  private void count(long now) {
    counted = false;
    running.clear();
    documents.forEach(DocumentKind.REDRIVE, null, this::add);
    counted = true;
    countedAt = now;
    restNanos = (ticker.getAsLong() - now) * REST;
  }

  private void add(Document document) {
    try {
      Redrive redrive = RedriveDocument.read(document.json());
      if (!redrive.state().isFinal()) {
        running.merge(Optional.ofNullable(redrive.request().selection().tenant()), 1, Integer::sum);
      }
    } catch (RuntimeException e) {
      LOG.debug("{} is unreadable; not counted", document.key());
    }
  }
}

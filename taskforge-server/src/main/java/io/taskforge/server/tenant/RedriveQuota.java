package io.taskforge.server.tenant;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveDocument;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
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
 * Whether there is room for one more redrive. Workers look at some of those that run in each turn,
 * so that one tenant's must not be so many that the others' are held up. Those that were let in
 * since the last count are added to it; other nodes may pass the bound by what they let in
 * meanwhile. Thread-safe.
 */
public final class RedriveQuota {
  private static final Logger LOG = LoggerFactory.getLogger(RedriveQuota.class);

  /** How many redrives a tenant may have running. */
  static final int MOST_OF_A_TENANT = 20;

  /** How many an operator may let run over all tenants, or of any one. */
  static final int MOST_BY_OPERATORS = 100;

  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration FULL = Duration.ofSeconds(30);
  // Those that have ended lie among the others for a month. Where they are so many that a count
  // takes long, it is made seldom: at most a twentieth of the time goes into it.
  private static final int REST = 20;

  private final DocumentStore documents;
  private final LongSupplier ticker;
  // Those over all tenants are under an empty one.
  private final Map<Optional<TenantId>, Integer> running = new HashMap<>();
  private long countedAt;
  private long restNanos;
  private boolean counted;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public RedriveQuota(DocumentStore documents, LongSupplier ticker) {
    this.documents = documents;
    this.ticker = ticker;
  }

  /**
   * Lets a caller start a redrive.
   *
   * @param owner whose dead letters it takes; null for those of all tenants
   * @throws LimitExceededException if there are as many as there may be
   */
  public synchronized void admit(Caller caller, @Nullable TenantId owner) {
    int most = caller.isOperator() ? MOST_BY_OPERATORS : MOST_OF_A_TENANT;
    Optional<TenantId> whose = Optional.ofNullable(owner);
    long now = ticker.getAsLong();
    long age = now - countedAt;
    boolean stale = age >= Math.max(restNanos, FRESH.toNanos());
    // Some may have ended since: who would be refused is counted anew before.
    if (!counted || stale || (of(whose) >= most && age >= restNanos)) {
      count(now);
    }
    if (of(whose) >= most) {
      throw new LimitExceededException(refusal(owner, of(whose)), FULL);
    }
    running.merge(whose, 1, Integer::sum);
  }

  private int of(Optional<TenantId> whose) {
    return running.getOrDefault(whose, 0);
  }

  private static String refusal(@Nullable TenantId owner, int there) {
    String who =
        owner == null
            ? "there are %d redrives over all tenants running, and may be no more".formatted(there)
            : "tenant %s has %d redrives running, and may have no more".formatted(owner, there);
    return who + ": wait until one has ended, or stop one";
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
      LOG.debug("{} can't be read: workers leave it alone, and it takes no room", document.key());
    }
  }
}

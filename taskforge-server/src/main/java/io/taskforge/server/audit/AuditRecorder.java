package io.taskforge.server.audit;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditLog;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.ExpiringCache;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Appends completed and denied actions to the audit log. An entry that can't be stored is logged as
 * an error in full: the action is already done, and failing the request would only make the client
 * repeat it. Thread-safe.
 */
public final class AuditRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(AuditRecorder.class);
  private static final String SYSTEM = "system";
  private static final int MAX_DENIALS = 60;

  private final AuditLog log;
  // By actor, so that a read-only key can't fill the store with denied requests.
  private final ExpiringCache<String, AtomicInteger> denials;

  public AuditRecorder(AuditLog log, LongSupplier ticker) {
    this.log = log;
    this.denials = new ExpiringCache<>(ticker, Duration.ofMinutes(1));
  }

  public void done(Caller caller, AuditNote note, int status) {
    append(caller.name(), note, note.tenant(), AuditEntry.Outcome.DONE, status);
  }

  /** Records an action of the server itself. */
  public void byItself(AuditNote note) {
    append(SYSTEM, note, note.tenant(), AuditEntry.Outcome.DONE, null);
  }

  /** Records a denied action, at most {@value #MAX_DENIALS} a minute of each caller. */
  public void denied(Caller caller, AuditNote note) {
    // Actions that are not audited must not use up the rate limit.
    if (note.action() != null && isBelowLimit(caller.name())) {
      append(caller.name(), note, caller.tenant(), AuditEntry.Outcome.DENIED, 403);
    }
  }

  private synchronized boolean isBelowLimit(String actor) {
    return denials.get(actor, any -> new AtomicInteger()).getAndIncrement() < MAX_DENIALS;
  }

  private void append(
      String actor,
      AuditNote note,
      @Nullable TenantId tenant,
      AuditEntry.Outcome outcome,
      @Nullable Integer status) {
    String action = note.action();
    if (action == null) {
      return;
    }
    String type = action.substring(0, Math.max(0, action.indexOf('.')));
    AuditEntry entry =
        new AuditEntry(tenant, actor, action, type, note.target(), outcome, detail(note, status));
    try {
      log.append(List.of(entry));
    } catch (StoreException e) {
      LOG.error("audit entry not stored: {}: {}", e.getMessage(), entry);
    }
  }

  private static String detail(AuditNote note, @Nullable Integer status) {
    ObjectNode detail = Json.object();
    if (status != null) {
      detail.put("status", status);
    }
    note.facts().forEach(detail::put);
    return Json.write(detail);
  }
}

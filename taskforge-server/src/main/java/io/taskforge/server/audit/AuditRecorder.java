package io.taskforge.server.audit;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditLog;
import io.taskforge.job.TenantId;
import io.taskforge.json.Json;
import io.taskforge.server.access.Caller;
import io.taskforge.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes down what was done, once it was done, and what was denied. What can't be written is logged
 * as an error with everything that would have been written: the deed is done by then, and to answer
 * that it failed would only have it done again. Thread-safe.
 */
public final class AuditRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(AuditRecorder.class);
  private static final String SYSTEM = "system";

  private final AuditLog log;
  private final DenialRateLimit denials;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public AuditRecorder(AuditLog log, LongSupplier ticker) {
    this.log = log;
    this.denials = new DenialRateLimit(ticker);
  }

  /** Notes what a caller has done. */
  public void done(Caller caller, AuditNote note, int status) {
    append(caller.name(), note, note.tenant(), AuditEntry.Outcome.DONE, status);
  }

  /** Notes what the server has done by itself. */
  public void byItself(AuditNote note) {
    append(SYSTEM, note, note.tenant(), AuditEntry.Outcome.DONE, null);
  }

  /** Notes what a caller was not allowed to do; of one caller's, only so many a minute. */
  public void denied(Caller caller, AuditNote note) {
    // What is not written down must not use up what is.
    if (note.action() != null && denials.allows(caller.name())) {
      append(caller.name(), note, caller.tenant(), AuditEntry.Outcome.DENIED, 403);
    }
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
      LOG.error("not in the audit log, because {}: {}", e.getMessage(), entry);
    }
  }

  private static String detail(AuditNote note, @Nullable Integer status) {
    ObjectNode detail = Json.object();
    if (status != null) {
      detail.put("status", status);
    }
    for (Map.Entry<String, String> fact : note.facts().entrySet()) {
      detail.put(fact.getKey(), fact.getValue());
    }
    return Json.write(detail);
  }
}

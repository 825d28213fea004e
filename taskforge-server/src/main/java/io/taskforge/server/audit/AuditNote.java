package io.taskforge.server.audit;

import io.taskforge.job.TenantId;
import io.taskforge.text.BoundedText;
import io.taskforge.text.PrintableText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the audit entry of one request: the route and the path provide action and target, and
 * the endpoint adds details. Not thread-safe.
 */
public final class AuditNote {
  // Together, with every quote escaped, they fit into an entry.
  private static final int MAX_FACTS = 6;
  private static final int FACT_BYTES = 250;

  private @Nullable String action;
  private String target;
  private @Nullable TenantId tenant;
  private final Map<String, String> facts = new LinkedHashMap<>();

  /**
   * @param action such as {@code queue.pause}; null if the route is not audited
   * @param target the id in the path, unchecked; or empty
   */
  public AuditNote(@Nullable String action, String target) {
    this.action = action;
    this.target = target;
  }

  /** Sets the action, if the route alone does not determine it. */
  public AuditNote action(String what) {
    action = what;
    return this;
  }

  /** Sets the target, if the path does not contain it. */
  public AuditNote target(String id) {
    target = id;
    return this;
  }

  /** Sets the target's tenant; without one, it is shared by all tenants. */
  public AuditNote of(@Nullable TenantId owner) {
    tenant = owner;
    return this;
  }

  /** Adds a detail, never a secret or a payload. Ignores null and truncates long values. */
  public AuditNote fact(String key, @Nullable Object value) {
    if (value != null && facts.size() < MAX_FACTS) {
      String text = BoundedText.of(value.toString(), 2 * FACT_BYTES);
      facts.put(key, BoundedText.of(PrintableText.replaced(text), FACT_BYTES));
    }
    return this;
  }

  @Nullable String action() {
    return action;
  }

  String target() {
    return target;
  }

  @Nullable TenantId tenant() {
    return tenant;
  }

  Map<String, String> facts() {
    return facts;
  }
}

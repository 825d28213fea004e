package io.taskforge.server.audit;

import io.taskforge.job.TenantId;
import io.taskforge.text.BoundedText;
import io.taskforge.text.PrintableText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is worth knowing about one request, gathered while it is answered. It begins with what the
 * route and the path say; an endpoint adds what only it knows. Used by one thread.
 */
public final class AuditNote {
  // Together, with every quote escaped, within what an entry may hold.
  private static final int MOST_FACTS = 6;
  private static final int FACT_BYTES = 250;

  private @Nullable String action;
  private String target;
  private @Nullable TenantId tenant;
  private final Map<String, String> facts = new LinkedHashMap<>();

  /**
   * Makes one.
   *
   * @param action what the route does, such as {@code queue.pause}; null if it is not audited
   * @param target the id in the path, as it was sent; or empty
   */
  public AuditNote(@Nullable String action, String target) {
    this.action = action;
    this.target = target;
  }

  /** Says what was done, where the route alone does not. */
  public AuditNote action(String what) {
    action = what;
    return this;
  }

  /** Says which thing it was, where the path does not. */
  public AuditNote target(String id) {
    target = id;
    return this;
  }

  /** Says whose thing it was; where nobody does, all tenants share it. */
  public AuditNote of(@Nullable TenantId owner) {
    tenant = owner;
    return this;
  }

  /** Adds a fact: never a secret, never a payload. A null is left out, and what is long is cut. */
  public AuditNote fact(String key, @Nullable Object value) {
    if (value != null && facts.size() < MOST_FACTS) {
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

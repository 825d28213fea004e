package io.taskforge.audit;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.JsonText;
import io.taskforge.text.BoundedText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An action that was performed or denied. Texts that are too long are cut in the middle.
 *
 * @param tenant the tenant of the target; null for targets that all tenants share
 * @param actor an API key's id, {@code local}, or {@code system} for the server itself
 * @param action the action, such as {@code queue.pause}
 * @param targetType the type of the target, such as {@code queue}
 * @param targetId the target's id; empty if it has none
 * @param detail more information as a JSON value of at most 4 KiB; never a secret or a payload
 */
public record AuditEntry(
    @Nullable TenantId tenant,
    String actor,
    String action,
    String targetType,
    String targetId,
    Outcome outcome,
    String detail) {
  /** The maximum length of the detail, in bytes of UTF-8. */
  public static final int MAX_DETAIL_BYTES = 4 * 1024;

  private static final int MAX_NAME_BYTES = 128;
  private static final int MAX_ID_BYTES = 512;

  /** Whether the action was performed. */
  public enum Outcome {
    /** The action was performed. */
    DONE,
    /** The actor was not authorized. */
    DENIED
  }

  public AuditEntry {
    actor = name(actor);
    action = name(action);
    targetType = name(targetType);
    targetId = id(targetId);
    detail = JsonText.checked("an audit entry's detail", detail);
    if (detail.getBytes(StandardCharsets.UTF_8).length > MAX_DETAIL_BYTES) {
      throw new IllegalArgumentException(
          "an audit entry's detail must be at most 4 KiB of JSON but was longer");
    }
  }

  /** Truncates an actor, an action or a type. */
  static String name(String given) {
    return BoundedText.of(given, MAX_NAME_BYTES);
  }

  /** Truncates an id. */
  static String id(String given) {
    return BoundedText.of(given, MAX_ID_BYTES);
  }
}

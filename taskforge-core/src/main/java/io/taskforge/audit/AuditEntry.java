package io.taskforge.audit;

import io.taskforge.job.TenantId;
import io.taskforge.json.JsonText;
import io.taskforge.text.BoundedText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What somebody did, or was not allowed to do. Texts that are too long are cut in the middle.
 *
 * @param tenant whose thing it was done to; null for what all tenants share
 * @param actor who did it: an API key's id, {@code local}, or {@code system} for the server itself
 * @param action what was done, such as {@code queue.pause}
 * @param targetType what it was done to, such as {@code queue}
 * @param targetId which one; empty where it has no id
 * @param detail a JSON value of at most 4 KiB with what else is worth knowing; never a secret,
 *     never a payload
 */
public record AuditEntry(
    @Nullable TenantId tenant,
    String actor,
    String action,
    String targetType,
    String targetId,
    Outcome outcome,
    String detail) {
  /** The longest detail, in bytes of UTF-8. */
  public static final int MAX_DETAIL_BYTES = 4 * 1024;

  private static final int MAX_NAME_BYTES = 128;
  private static final int MAX_ID_BYTES = 512;

  /** How it went. */
  public enum Outcome {
    /** It was done. */
    DONE,
    /** The actor was not allowed to do it, and it was not done. */
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

  /** An actor, an action or a type as every store keeps it. */
  static String name(String given) {
    return BoundedText.of(given, MAX_NAME_BYTES);
  }

  /** An id as every store keeps it. */
  static String id(String given) {
    return BoundedText.of(given, MAX_ID_BYTES);
  }
}

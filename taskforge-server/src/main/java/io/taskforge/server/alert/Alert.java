package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.TenantQueue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An alert that a rule raised for a tenant's part of a queue. Immutable.
 *
 * @param id derived from rule, tenant, queue and since, so that raising the same alert again is
 *     idempotent
 * @param text what was wrong when it was raised, with figures, and what to do about it
 * @param value the measured value when it was raised
 * @param threshold the threshold that the value exceeded
 * @param since when the value was first seen above the threshold
 * @param resolvedAt when it was resolved, or null while it is open
 * @param acknowledgedAt when it was acknowledged, or null
 * @param acknowledgedBy the name of the caller who acknowledged it, or null
 * @param note the caller's note, or null
 */
public record Alert(
    String id,
    String rule,
    TenantId tenant,
    QueueName queue,
    Severity severity,
    String text,
    double value,
    double threshold,
    Instant since,
    Instant raisedAt,
    @Nullable Instant resolvedAt,
    @Nullable Instant acknowledgedAt,
    @Nullable String acknowledgedBy,
    @Nullable String note) {
  private static final int ID_LENGTH = 12;

  /** Whether it is not resolved. */
  public boolean isOpen() {
    return resolvedAt == null;
  }

  Condition condition() {
    return new Condition(rule, new TenantQueue(tenant, queue));
  }

  Alert resolved(Instant at) {
    return with(at, acknowledgedAt, acknowledgedBy, note);
  }

  Alert acknowledged(Instant at, String by, @Nullable String comment) {
    return with(resolvedAt, at, by, comment);
  }

  private Alert with(
      @Nullable Instant resolved,
      @Nullable Instant acknowledged,
      @Nullable String by,
      @Nullable String comment) {
    return new Alert(
        id,
        rule,
        tenant,
        queue,
        severity,
        text,
        value,
        threshold,
        since,
        raisedAt,
        resolved,
        acknowledged,
        by,
        comment);
  }

  static String idOf(Condition condition, Instant since) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  "%s %s %s"
                      .formatted(condition.rule(), condition.place(), since)
                      .getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, ID_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

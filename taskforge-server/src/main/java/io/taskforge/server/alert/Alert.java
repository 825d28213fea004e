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
 * Something that operators were told. Immutable.
 *
 * @param id follows from rule, tenant, queue and since: who raises the same alert again gives it
 *     the same
 * @param tenant whose jobs it is about, and so who is told
 * @param text what was wrong when it was raised, in figures, and what to do about it
 * @param value what the rule looked at when it was raised
 * @param threshold the bound that it was above
 * @param since when the value was first seen above the bound
 * @param resolvedAt when all was well again, or null while it is open
 * @param acknowledgedAt when somebody said that they look after it, or null
 * @param acknowledgedBy who that was
 * @param note what they had to say
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

  /** Whether it still is so, as far as anybody knows. */
  public boolean isOpen() {
    return resolvedAt == null;
  }

  /** What it says is wrong. */
  Condition condition() {
    return new Condition(rule, new TenantQueue(tenant, queue));
  }

  /** Returns it with its end. */
  public Alert resolved(Instant at) {
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
        at,
        acknowledgedAt,
        acknowledgedBy,
        note);
  }

  /** Returns it with somebody who looks after it. */
  public Alert acknowledged(Instant at, String by, @Nullable String words) {
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
        resolvedAt,
        at,
        by,
        words);
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

package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An alert that a rule raised for its subject. Immutable.
 *
 * @param id derived from condition and {@code since}, so that raising the same alert again is
 *     idempotent
 * @param text what was wrong when it was raised, with figures, and what to do about it
 * @param value the measured value when it was raised
 * @param threshold the threshold that the value exceeded
 * @param acknowledgement null if it is not acknowledged
 */
public record Alert(
    String id,
    Condition condition,
    Severity severity,
    String text,
    double value,
    double threshold,
    Times times,
    @Nullable Acknowledgement acknowledgement) {
  private static final int ID_LENGTH = 12;

  /**
   * @param since when the value was first seen above the threshold
   * @param resolvedAt null while the alert is open
   */
  public record Times(Instant since, Instant raisedAt, @Nullable Instant resolvedAt) {}

  /**
   * The name of the caller who acknowledged or snoozed an alert, and the caller's note.
   *
   * @param until when a snooze ends, after which the alert needs attention again; null if the alert
   *     is acknowledged for as long as it is open
   */
  public record Acknowledgement(
      Instant at, String by, @Nullable String note, @Nullable Instant until) {
    boolean isSnooze() {
      return until != null;
    }
  }

  public String rule() {
    return condition.rule();
  }

  public TenantId tenant() {
    return condition.subject().tenant();
  }

  /** The queue; null if it is about a destination. */
  public @Nullable QueueName queue() {
    return condition.subject().queue();
  }

  /** The destination; null if it is about a queue. */
  public @Nullable String destination() {
    return condition.subject().destination();
  }

  public Instant since() {
    return times.since;
  }

  public Instant raisedAt() {
    return times.raisedAt;
  }

  public @Nullable Instant resolvedAt() {
    return times.resolvedAt;
  }

  public boolean isOpen() {
    return times.resolvedAt == null;
  }

  Alert resolved(Instant at) {
    return new Alert(
        id,
        condition,
        severity,
        text,
        value,
        threshold,
        new Times(times.since, times.raisedAt, at),
        acknowledgement);
  }

  Alert acknowledged(Acknowledgement now) {
    return new Alert(id, condition, severity, text, value, threshold, times, now);
  }

  static String idOf(Condition condition, Instant since) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  "%s %s %s"
                      .formatted(condition.rule(), condition.subject(), since)
                      .getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, ID_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.taskforge.remote;

import io.taskforge.job.JobId;
import io.taskforge.store.LeaseRef;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * A URL-safe token with which a remote worker reports on a claimed job. Valid for one attempt: it
 * is stale once the job is settled or its lease was taken over.
 *
 * <p>It contains the fencing token and the job's id, which cannot be guessed. It is not signed: a
 * caller that can read job ids could forge one.
 */
public record LeaseToken(LeaseRef lease, JobId job) {
  private static final int BYTES = Long.BYTES + Integer.BYTES + 2 * Long.BYTES;
  private static final int LENGTH = (BYTES * 8 + 5) / 6;

  public LeaseToken {
    if (lease.token() < 0 || lease.position() < 0) {
      throw new IllegalArgumentException("token and position must not be negative: " + lease);
    }
  }

  /**
   * Parses a token.
   *
   * @throws IllegalArgumentException if it is not a {@link #text} of a token
   */
  public static LeaseToken parse(String text) {
    if (text.length() != LENGTH) {
      throw illegal();
    }
    LeaseToken token;
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      token =
          new LeaseToken(
              new LeaseRef(bytes.getLong(), bytes.getInt()),
              new JobId(new UUID(bytes.getLong(), bytes.getLong())));
    } catch (IllegalArgumentException e) {
      throw illegal();
    }
    // The last character has unused bits; accept only the canonical encoding.
    if (!token.text().equals(text)) {
      throw illegal();
    }
    return token;
  }

  // Does not show the value, which may be almost a valid token.
  private static IllegalArgumentException illegal() {
    return new IllegalArgumentException(
        "lease token must be the text of " + LENGTH + " characters that came with a claimed job");
  }

  /** Returns the token as text, which {@link #parse} reads. */
  public String text() {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(lease.token())
            .putInt(lease.position())
            .putLong(job.value().getMostSignificantBits())
            .putLong(job.value().getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return text();
  }
}

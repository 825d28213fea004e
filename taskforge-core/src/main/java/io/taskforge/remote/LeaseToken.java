package io.taskforge.remote;

import io.taskforge.job.JobId;
import io.taskforge.store.LeaseRef;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * A claimed job in the hands of a worker in another process, as text that needs no escaping in a
 * URL. Good for one attempt: once the job is settled, or its lease was taken over, it is stale.
 *
 * <p>It holds the job's id, so that nobody can guess one; who can read jobs' ids must be trusted
 * not to make one up.
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
   * Returns the token that {@code text} spells.
   *
   * @throws IllegalArgumentException if it is not what {@link #text} gave
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
    // The last character has bits to spare; only one spelling is good.
    if (!token.text().equals(text)) {
      throw illegal();
    }
    return token;
  }

  // What was given is not repeated: it may be anything, or almost a token.
  private static IllegalArgumentException illegal() {
    return new IllegalArgumentException(
        "lease token must be the text of " + LENGTH + " characters that came with a claimed job");
  }

  /** The text that a worker is given. */
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

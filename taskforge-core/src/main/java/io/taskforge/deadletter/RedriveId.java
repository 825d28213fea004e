package io.taskforge.deadletter;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.TenantId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A redrive's identity. */
public record RedriveId(UUID value) {
  private static final int LENGTH = 36;

  /**
   * Returns the id that {@code text} spells.
   *
   * @throws IllegalArgumentException if it is no UUID in its usual form
   */
  public static RedriveId parse(String text) {
    if (text.length() != LENGTH) {
      throw new IllegalArgumentException("redrive id must be a UUID of 36 characters");
    }
    return new RedriveId(UUID.fromString(text));
  }

  /** A tenant's same key always gives the same id, so that asking twice makes one redrive. */
  static RedriveId of(@Nullable TenantId tenant, IdempotencyKey key) {
    try {
      String whose = tenant == null ? "" : tenant.value();
      byte[] text = ("redrive\n" + whose + "\n" + key.value()).getBytes(StandardCharsets.UTF_8);
      ByteBuffer hash = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text));
      // Version 8 and the usual variant, as RFC 9562 has it for ids that are made by hashing.
      long high = (hash.getLong() & ~0xF000L) | 0x8000L;
      long low = (hash.getLong() & ~(3L << 62)) | (2L << 62);
      return new RedriveId(new UUID(high, low));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

package io.taskforge.deadletter;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.TenantId;
import io.taskforge.text.BoundedText;
import io.taskforge.text.UuidText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A redrive's id. */
public record RedriveId(UUID value) {
  /**
   * Parses an id.
   *
   * @throws IllegalArgumentException if it is not a UUID
   */
  public static RedriveId parse(String text) {
    return UuidText.parse(text)
        .map(RedriveId::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "redrive id must be a UUID but was '%s'".formatted(BoundedText.of(text, 100))));
  }

  /**
   * Derives the id from the tenant and the idempotency key, so that a repeated start is a no-op.
   */
  static RedriveId of(@Nullable TenantId tenant, IdempotencyKey key) {
    try {
      String whose = tenant == null ? "" : tenant.value();
      byte[] text = ("redrive\n" + whose + "\n" + key.value()).getBytes(StandardCharsets.UTF_8);
      ByteBuffer hash = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text));
      // UUID version 8 (RFC 9562).
      long high = (hash.getLong() & ~0xF000L) | 0x8000L;
      long low = (hash.getLong() & ~(3L << 62)) | (2L << 62);
      return new RedriveId(new UUID(high, low));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has SHA-256
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key as the store keeps it: all but the secret, of which there is a hash.
 *
 * @param id the part of the key that may be shown
 * @param name what people call it
 * @param tenant whose things it opens; null for everybody's
 * @param hash of the whole key, see {@link ApiKeySecret}
 * @param lastUsedAt to the minute or so
 */
public record ApiKey(
    String id,
    String name,
    @Nullable TenantId tenant,
    Scope scope,
    String hash,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt) {
  /** Whether it opens anything at {@code now}. */
  public boolean isValid(Instant now) {
    return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
  }

  ApiKey revoked(Instant now) {
    return new ApiKey(id, name, tenant, scope, hash, createdAt, expiresAt, now, lastUsedAt);
  }

  ApiKey used(Instant now) {
    return new ApiKey(id, name, tenant, scope, hash, createdAt, expiresAt, revokedAt, now);
  }

  Caller caller() {
    return new Caller(id, tenant, scope);
  }
}

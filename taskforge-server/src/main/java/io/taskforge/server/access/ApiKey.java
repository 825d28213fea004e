package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored API key, with a hash in place of its secret.
 *
 * @param id the part of the key that is not secret
 * @param name a name for people
 * @param tenant the tenant it is bound to; null for all tenants
 * @param hash of the whole key, see {@link ApiKeySecret}
 * @param lastUsedAt accurate to about a minute
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
  /** Whether it is neither revoked nor expired. */
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

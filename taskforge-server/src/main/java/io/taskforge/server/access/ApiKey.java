package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored API key, with a hash in place of its secret.
 *
 * @param name a name for people
 * @param caller who it authenticates; the caller's name is the part of the key that is not secret
 * @param hash of the whole key, see {@link ApiKeySecret}
 * @param lastUsedAt accurate to about a minute
 */
public record ApiKey(
    String name,
    Caller caller,
    String hash,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt) {
  /** The part of the key that is not secret. */
  public String id() {
    return caller.name();
  }

  /** The tenant it is bound to; null for all tenants. */
  public @Nullable TenantId tenant() {
    return caller.tenant();
  }

  public Scope scope() {
    return caller.scope();
  }

  /** Whether it is neither revoked nor expired. */
  public boolean isValid(Instant now) {
    return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
  }

  ApiKey revoked(Instant now) {
    return new ApiKey(name, caller, hash, createdAt, expiresAt, now, lastUsedAt);
  }

  ApiKey used(Instant now) {
    return new ApiKey(name, caller, hash, createdAt, expiresAt, revokedAt, now);
  }
}

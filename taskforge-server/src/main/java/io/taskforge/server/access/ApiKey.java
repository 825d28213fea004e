package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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

  public boolean isValid(Instant now) {
    return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
  }

  ApiKey revoked(Instant now) {
    return new ApiKey(name, caller, hash, createdAt, expiresAt, now, lastUsedAt);
  }

  ApiKey used(Instant now) {
    return new ApiKey(name, caller, hash, createdAt, expiresAt, revokedAt, now);
  }

  String write() {
    ObjectNode json = Json.object();
    json.put("id", id());
    json.put("name", name());
    Json.put(json, "tenant", tenant());
    json.put("scope", scope().name());
    json.put("hash", hash());
    json.put("createdAt", createdAt().toString());
    Json.put(json, "expiresAt", expiresAt());
    Json.put(json, "revokedAt", revokedAt());
    Json.put(json, "lastUsedAt", lastUsedAt());
    return Json.write(json);
  }

  static ApiKey read(String text) {
    JsonNode json = Json.read(text);
    return new ApiKey(
        json.required("name").stringValue(),
        new Caller(
            json.required("id").stringValue(),
            Json.optional(json, "tenant", TenantId::new),
            Scope.valueOf(json.required("scope").stringValue())),
        json.required("hash").stringValue(),
        Instant.parse(json.required("createdAt").stringValue()),
        Json.optional(json, "expiresAt", Instant::parse),
        Json.optional(json, "revokedAt", Instant::parse),
        Json.optional(json, "lastUsedAt", Instant::parse));
  }
}

package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The stored JSON form of an API key. */
final class ApiKeyJson {
  private ApiKeyJson() {}

  static String write(ApiKey key) {
    ObjectNode json = Json.object();
    json.put("id", key.id());
    json.put("name", key.name());
    Json.put(json, "tenant", key.tenant());
    json.put("scope", key.scope().name());
    json.put("hash", key.hash());
    json.put("createdAt", key.createdAt().toString());
    Json.put(json, "expiresAt", key.expiresAt());
    Json.put(json, "revokedAt", key.revokedAt());
    Json.put(json, "lastUsedAt", key.lastUsedAt());
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

package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The stored JSON form of an API key. */
final class ApiKeyJson {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private ApiKeyJson() {}

  static String write(ApiKey key) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("id", key.id());
    json.put("name", key.name());
    put(json, "tenant", key.tenant());
    json.put("scope", key.scope().name());
    json.put("hash", key.hash());
    json.put("createdAt", key.createdAt().toString());
    put(json, "expiresAt", key.expiresAt());
    put(json, "revokedAt", key.revokedAt());
    put(json, "lastUsedAt", key.lastUsedAt());
    return MAPPER.writeValueAsString(json);
  }

  private static void put(ObjectNode json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value.toString());
    }
  }

  static ApiKey read(String text) {
    JsonNode json = MAPPER.readTree(text);
    return new ApiKey(
        json.required("id").stringValue(),
        json.required("name").stringValue(),
        get(json, "tenant", TenantId::new),
        Scope.valueOf(json.required("scope").stringValue()),
        json.required("hash").stringValue(),
        Instant.parse(json.required("createdAt").stringValue()),
        get(json, "expiresAt", Instant::parse),
        get(json, "revokedAt", Instant::parse),
        get(json, "lastUsedAt", Instant::parse));
  }

  private static <T> @Nullable T get(JsonNode json, String name, Function<String, T> parse) {
    JsonNode value = json.get(name);
    return value == null ? null : parse.apply(value.stringValue());
  }
}

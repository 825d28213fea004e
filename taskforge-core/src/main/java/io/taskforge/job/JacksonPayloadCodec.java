package io.taskforge.job;

import io.taskforge.json.strict.Json;
import tools.jackson.databind.json.JsonMapper;

/** Converts payloads with Jackson, without polymorphic types. */
final class JacksonPayloadCodec implements PayloadCodec {
  private final JsonMapper mapper = Json.payloadMapper();

  @Override
  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  @Override
  public <T> T read(String json, Class<T> type) {
    return mapper.readValue(json, type);
  }
}

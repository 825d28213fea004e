package io.taskforge;

import io.taskforge.job.PayloadCodec;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads by Jackson, without polymorphic types. Unknown properties are ignored, so that a job
 * that was enqueued by a newer version of a program can still be run by an older one.
 */
final class JacksonPayloadCodec implements PayloadCodec {
  private final JsonMapper mapper =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  @Override
  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  @Override
  public <T> T read(String json, Class<T> type) {
    return mapper.readValue(json, type);
  }
}

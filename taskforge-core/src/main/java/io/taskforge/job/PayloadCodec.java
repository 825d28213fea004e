package io.taskforge.job;

/** Turns payloads and results into JSON and back. Thread-safe. */
public interface PayloadCodec {
  /** Returns the default codec: Jackson without polymorphic types. */
  static PayloadCodec jackson() {
    return new JacksonPayloadCodec();
  }

  /** Returns {@code value} as JSON. */
  String write(Object value);

  /** Returns {@code json} as a {@code type}; throws if it does not fit. */
  <T> T read(String json, Class<T> type);
}

package io.taskforge.server.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a request, by field. */
public final class FieldValues {
  static final FieldValues NONE = new FieldValues("", Map.of());

  private final String path;
  private final Map<String, Object> values;

  FieldValues(String path, Map<String, Object> values) {
    this.path = path;
    this.values = values;
  }

  /** Returns the path of a field in the request, for a fault. */
  public String path(Field<?> field) {
    return path.isEmpty() ? field.name() : path + "." + field.name();
  }

  /** Returns the value of a field, or null if it was not sent. */
  @SuppressWarnings("unchecked") // the reader of the field of that name returned the value
  public <T> @Nullable T get(Field<T> field) {
    return (T) values.get(field.name());
  }

  /** Returns the value of a field, or {@code defaultValue} if it was not sent. */
  public <T> T get(Field<T> field, T defaultValue) {
    T value = get(field);
    return value == null ? defaultValue : value;
  }

  public <T> T required(Field<T> field) {
    T value = get(field);
    if (value == null) {
      throw new IllegalStateException(field.name() + " is not a required field");
    }
    return value;
  }

  public boolean has(Field<?> field) {
    return values.containsKey(field.name());
  }
}

package io.taskforge.server.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client sent, by field. */
public final class Values {
  private final Map<String, Object> values;

  Values(Map<String, Object> values) {
    this.values = values;
  }

  /** Returns what was sent for a field, or null. */
  @SuppressWarnings("unchecked") // a value was made by the reader of the field of that name
  public <T> @Nullable T get(Field<T> field) {
    return (T) values.get(field.name());
  }

  /** Returns what was sent for a field, or {@code otherwise}. */
  public <T> T get(Field<T> field, T otherwise) {
    T value = get(field);
    return value == null ? otherwise : value;
  }

  /** Returns what was sent for a field that must be there. */
  public <T> T need(Field<T> field) {
    T value = get(field);
    if (value == null) {
      throw new IllegalStateException(field.name() + " was not checked to be there");
    }
    return value;
  }

  public boolean has(Field<?> field) {
    return values.containsKey(field.name());
  }
}

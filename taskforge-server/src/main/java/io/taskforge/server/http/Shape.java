package io.taskforge.server.http;

import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.text.SecretNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request body, a query or a path.
 *
 * @param check validates several fields together
 * @param whole whether the only field is the whole body, not a key in it
 * @param example an example in JSON for the OpenAPI document, or null
 */
public record Shape(
    String name, List<Field<?>> fields, Check check, boolean whole, @Nullable String example) {
  /** Validates several fields together. */
  @FunctionalInterface
  public interface Check {
    /**
     * Adds a fault to {@code sent} for everything that is invalid.
     *
     * @param sent the object that the client sent
     * @param values the valid fields
     */
    void check(JsonValue sent, FieldValues values);
  }

  public Shape {
    fields = List.copyOf(fields);
  }

  public Shape(String name, List<Field<?>> fields) {
    this(name, fields, (sent, values) -> {}, false, null);
  }

  public Shape checking(Check together) {
    return new Shape(name, fields, together, whole, example);
  }

  public Shape example(String json) {
    return new Shape(name, fields, check, whole, json);
  }

  public static Shape of(String name, Field<?>... fields) {
    return new Shape(name, List.of(fields));
  }

  /** A body that one reader reads as a whole. */
  public static Shape whole(Field<?> field) {
    return new Shape(field.name(), List.of(field.asRequired()), (sent, values) -> {}, true, null);
  }

  /** Reads an object; null, with faults, if it is invalid. */
  public @Nullable FieldValues read(JsonValue json) {
    int before = json.faults().size();
    Map<String, Object> values = new LinkedHashMap<>();
    if (whole) {
      put(values, fields.get(0), json);
    } else if (json.isObject("body", "must be a JSON object")) {
      json.knownKeys(fields.stream().map(Field::name).toList());
      for (Field<?> field : fields) {
        String key = field.name();
        JsonValue value = field.required() ? json.required(key) : json.given(key);
        if (value.node() != null) {
          put(values, field, SecretNames.isSecret(key) ? value.secret() : value);
        } else if (field.required()) {
          value.fault("is required");
        }
      }
      check.check(json, new FieldValues(json.path(), values));
    }
    return json.faults().size() > before ? null : new FieldValues(json.path(), values);
  }

  private static void put(Map<String, Object> values, Field<?> field, JsonValue value) {
    Object read = field.reader().read(value);
    if (read != null) {
      values.put(field.name(), read);
    }
  }

  /**
   * Returns the schema of this object. Optional fields accept null, but the schema says so only for
   * lists: generated clients omit other fields that are not set, but would send an empty list.
   */
  public Schema schema() {
    if (whole) {
      return fields.get(0).schema();
    }
    Schema schema = Schema.object(name);
    for (Field<?> field : fields) {
      if (field.required()) {
        schema.required(field.name(), field.schema(), field.description());
      } else {
        Schema value = field.schema();
        schema.optional(field.name(), value.isList() ? value.orNull() : value, field.description());
      }
    }
    return example == null ? schema : schema.example(example);
  }
}

package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.text.SecretNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a request body, a query or a path.
 *
 * @param check validates several fields together
 * @param whole whether the only field is the whole body, not a key in it
 * @param example an example in JSON for the OpenAPI document, or null
 */
public record Shape(
    String name, List<Field<?>> fields, Check check, boolean whole, @Nullable String example) {
  private static final Pattern VALUE_IN_MESSAGE = Pattern.compile(",? but was .*$", Pattern.DOTALL);
  private static final Set<String> KEYS_OF_WHOLES = Set.of("body", "policy", "cron");

  /** Validates several fields together. */
  @FunctionalInterface
  public interface Check {
    /**
     * Adds a fault for everything that is invalid.
     *
     * @param sent the object that the client sent
     * @param values the valid fields
     */
    void check(JsonNode sent, FieldValues values, List<Fault> faults);
  }

  public Shape {
    fields = List.copyOf(fields);
  }

  public Shape(String name, List<Field<?>> fields) {
    this(name, fields, (sent, values, faults) -> {}, false, null);
  }

  /** Returns this shape with a check of several fields together. */
  public Shape checking(Check together) {
    return new Shape(name, fields, together, whole, example);
  }

  /** Returns this shape with an example for the OpenAPI document. */
  public Shape example(String json) {
    return new Shape(name, fields, check, whole, json);
  }

  public static Shape of(String name, Field<?>... fields) {
    return new Shape(name, List.of(fields));
  }

  /** A body that one reader reads as a whole. */
  public static Shape whole(Field<?> field) {
    return new Shape(
        field.name(), List.of(field.asRequired()), (sent, values, faults) -> {}, true, null);
  }

  /** Reads an object and adds its faults, with {@code prefix} before their keys. */
  public FieldValues read(JsonNode node, String prefix, List<Fault> faults) {
    if (whole) {
      return readWhole(fields.get(0), node, prefix, faults);
    }
    if (!node.isObject()) {
      faults.add(
          new Fault(
              prefix.isEmpty() ? "body" : prefix.substring(0, prefix.length() - 1),
              JsonValue.kind(node),
              "must be a JSON object"));
      return new FieldValues(Map.of());
    }
    for (String key : node.propertyNames()) {
      if (fields.stream().noneMatch(field -> field.name().equals(key))) {
        faults.add(
            new Fault(
                prefix + JsonValue.abbreviated(key), JsonValue.kind(node.get(key)), unknownRule()));
      }
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Field<?> field : fields) {
      JsonNode value = node.get(field.name());
      if (value == null || (value.isNull() && !field.required())) {
        if (field.required()) {
          faults.add(new Fault(prefix + field.name(), Fault.NOTHING, "is required"));
        }
        continue;
      }
      try {
        values.put(field.name(), field.reader().read(value));
      } catch (ProblemException e) {
        for (Fault fault : e.problem().faults()) {
          faults.add(below(prefix + field.name(), value, fault));
        }
      } catch (IllegalArgumentException e) {
        String shown =
            SecretNames.isSecret(field.name()) ? JsonValue.kind(value) : JsonValue.shown(value);
        faults.add(new Fault(prefix + field.name(), shown, rule(e)));
      }
    }
    FieldValues read = new FieldValues(values);
    List<Fault> together = new ArrayList<>();
    check.check(node, read, together);
    together.forEach(
        fault -> faults.add(new Fault(prefix + fault.key(), fault.value(), fault.rule())));
    return read;
  }

  private static FieldValues readWhole(
      Field<?> field, JsonNode node, String prefix, List<Fault> faults) {
    try {
      return new FieldValues(Map.of(field.name(), field.reader().read(node)));
    } catch (ProblemException e) {
      for (Fault fault : e.problem().faults()) {
        faults.add(new Fault(prefix + fault.key(), fault.value(), fault.rule()));
      }
    } catch (IllegalArgumentException e) {
      faults.add(new Fault(prefix + field.name(), JsonValue.shown(node), rule(e)));
    }
    return new FieldValues(Map.of());
  }

  /** Returns a fault of a value, with its path; the value as a whole may be invalid. */
  private static Fault below(String key, JsonNode value, Fault fault) {
    boolean whole = !value.isObject() && KEYS_OF_WHOLES.contains(fault.key());
    String part = fault.key().startsWith("[") ? fault.key() : "." + fault.key();
    return new Fault(whole ? key : key + part, fault.value(), fault.rule());
  }

  /** Removes the value from the message of a constructor: a fault has it already. */
  static String rule(IllegalArgumentException e) {
    return VALUE_IN_MESSAGE.matcher(String.valueOf(e.getMessage())).replaceFirst("");
  }

  private String unknownRule() {
    return "unknown; allowed here are "
        + fields.stream().map(Field::name).collect(Collectors.joining(", "));
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

  /** Reads an object, or throws with all of its faults. */
  public FieldValues readOrThrow(JsonNode node) {
    List<Fault> faults = new ArrayList<>();
    FieldValues values = read(node, "", faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults).exception();
    }
    return values;
  }
}

package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.JsonValue;
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
 * The fields that belong together in one object of a client's.
 *
 * @param check looks at what no field can see alone
 * @param whole whether there is one field only, which is the object itself and no key in it
 * @param example one such object in JSON, for the document; or null
 */
public record Shape(
    String name, List<Field<?>> fields, Check check, boolean whole, @Nullable String example) {
  private static final Pattern REPEATED = Pattern.compile(",? but was .*$", Pattern.DOTALL);
  private static final Set<String> NAMES_OF_WHOLES = Set.of("body", "policy", "cron");

  /** Looks at several fields together. */
  @FunctionalInterface
  public interface Check {
    /**
     * Adds what is wrong to {@code faults}.
     *
     * @param sent the object as it came
     * @param values the fields of it that are right
     */
    void check(JsonNode sent, Values values, List<Fault> faults);
  }

  public Shape {
    fields = List.copyOf(fields);
  }

  public Shape(String name, List<Field<?>> fields) {
    this(name, fields, (sent, values, faults) -> {}, false, null);
  }

  /** Returns this shape with a look at several fields together. */
  public Shape checking(Check together) {
    return new Shape(name, fields, together, whole, example);
  }

  /** Returns this shape with an example for the document. */
  public Shape example(String json) {
    return new Shape(name, fields, check, whole, json);
  }

  public static Shape of(String name, Field<?>... fields) {
    return new Shape(name, List.of(fields));
  }

  /** A value that is read in one piece, by a reader that knows its keys. */
  public static Shape whole(Field<?> field) {
    return new Shape(field.name(), List.of(field.must()), (sent, values, faults) -> {}, true, null);
  }

  /**
   * Reads an object; what is wrong with it is added to {@code faults}, each with a key that begins
   * with {@code prefix}.
   */
  public Values read(JsonNode node, String prefix, List<Fault> faults) {
    if (whole) {
      return readWhole(fields.get(0), node, prefix, faults);
    }
    if (!node.isObject()) {
      faults.add(
          new Fault(
              prefix.isEmpty() ? "body" : prefix.substring(0, prefix.length() - 1),
              JsonValue.kind(node),
              "must be a JSON object"));
      return new Values(Map.of());
    }
    for (String key : node.propertyNames()) {
      if (fields.stream().noneMatch(field -> field.name().equals(key))) {
        faults.add(new Fault(prefix + JsonValue.abbreviated(key), JsonValue.kind(node.get(key)), unknownRule()));
      }
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Field<?> field : fields) {
      JsonNode value = node.get(field.name());
      if (value == null || (value.isNull() && !field.required())) {
        if (field.required()) {
          faults.add(new Fault(prefix + field.name(), Fault.NOTHING, "is needed"));
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
        String shown = SecretNames.isSecret(field.name()) ? JsonValue.kind(value) : JsonValue.shown(value);
        faults.add(new Fault(prefix + field.name(), shown, rule(e)));
      }
    }
    Values read = new Values(values);
    List<Fault> together = new ArrayList<>();
    check.check(node, read, together);
    together.forEach(
        fault -> faults.add(new Fault(prefix + fault.key(), fault.value(), fault.rule())));
    return read;
  }

  private static Values readWhole(
      Field<?> field, JsonNode node, String prefix, List<Fault> faults) {
    try {
      return new Values(Map.of(field.name(), field.reader().read(node)));
    } catch (ProblemException e) {
      for (Fault fault : e.problem().faults()) {
        faults.add(new Fault(prefix + fault.key(), fault.value(), fault.rule()));
      }
    } catch (IllegalArgumentException e) {
      faults.add(new Fault(prefix + field.name(), JsonValue.shown(node), rule(e)));
    }
    return new Values(Map.of());
  }

  /** What is wrong with a value; where that is no object, perhaps with all of it. */
  private static Fault below(String key, JsonNode value, Fault fault) {
    boolean whole = !value.isObject() && NAMES_OF_WHOLES.contains(fault.key());
    String part = fault.key().startsWith("[") ? fault.key() : "." + fault.key();
    return new Fault(whole ? key : key + part, fault.value(), fault.rule());
  }

  /** Values that check themselves repeat what they were given; a fault has it already. */
  static String rule(IllegalArgumentException e) {
    return REPEATED.matcher(String.valueOf(e.getMessage())).replaceFirst("");
  }

  private String unknownRule() {
    return "unknown; allowed here are "
        + fields.stream().map(Field::name).collect(Collectors.joining(", "));
  }

  /**
   * The schema of this object. An optional field may also be null when it is read. The schema says
   * so of lists alone: generated clients send an empty list for one that can't be null, and leave
   * out everything else that is not set.
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

  /** Reads a whole object, or throws with all of its faults. */
  public Values readOrRefuse(JsonNode node) {
    List<Fault> faults = new ArrayList<>();
    Values values = read(node, "", faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults).exception();
    }
    return values;
  }
}

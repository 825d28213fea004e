package io.taskforge.server.contract;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Checks values against the JSON schemas of our document. */
public final class SchemaCheck {
  private final JsonNode document;

  /**
   * @param document the document that references point into
   */
  public SchemaCheck(JsonNode document) {
    this.document = document;
  }

  /** Returns the faults of {@code value}, each with its location. */
  public List<String> faults(JsonNode schema, JsonNode value) {
    List<String> faults = new ArrayList<>();
    check(schema, value, "", faults);
    return faults;
  }

  /** Resolves a schema that is a reference. */
  public JsonNode resolve(JsonNode schema) {
    JsonNode reference = schema.get("$ref");
    return reference == null ? schema : document.at(reference.stringValue().substring(1));
  }

  private void check(JsonNode schema, JsonNode value, String at, List<String> faults) {
    if (schema.has("$ref")) {
      check(resolve(schema), value, at, faults);
    }
    JsonNode type = schema.path("type");
    if (!type.isMissingNode() && types(type).noneMatch(each -> isOf(each, value))) {
      faults.add("%s must be %s but is %s".formatted(at, type, value));
      return;
    }
    checkChoice(schema, value, at, faults);
    if (value.isNumber() && !isWithin(schema, value)) {
      faults.add("%s is out of its range: %s".formatted(at, value));
    }
    if (value.isString() && !isOfFormat(schema.path("format").asString(""), value.stringValue())) {
      faults.add("%s is no %s: %s".formatted(at, schema.get("format"), value));
    }
    if (value.isArray() && schema.has("items")) {
      for (int i = 0; i < value.size(); i++) {
        check(schema.get("items"), value.get(i), at + "/" + i, faults);
      }
    }
    if (value.isObject()) {
      checkKeys(schema, value, at, faults);
    }
  }

  private void checkChoice(JsonNode schema, JsonNode value, String at, List<String> faults) {
    if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
      faults.add("%s is none of %s: %s".formatted(at, schema.get("enum"), value));
    }
    if (schema.has("oneOf")
        && schema.get("oneOf").valueStream().filter(form -> faults(form, value).isEmpty()).count()
            != 1) {
      List<String> reasons =
          schema.get("oneOf").valueStream().flatMap(form -> faults(form, value).stream()).toList();
      faults.add("%s must have exactly one of its forms: %s".formatted(at, reasons));
    }
  }

  private void checkKeys(JsonNode schema, JsonNode value, String at, List<String> faults) {
    schema
        .path("required")
        .valueStream()
        .map(JsonNode::stringValue)
        .filter(key -> !value.has(key))
        .forEach(key -> faults.add("%s/%s is missing".formatted(at, key)));
    JsonNode others = schema.path("additionalProperties");
    value
        .properties()
        .forEach(
            entry -> {
              JsonNode known = schema.path("properties").get(entry.getKey());
              String place = at + "/" + entry.getKey();
              if (known != null) {
                check(known, entry.getValue(), place, faults);
              } else if (others.isBoolean() && !others.booleanValue()) {
                faults.add(place + " is not declared");
              } else if (others.isObject()) {
                check(others, entry.getValue(), place, faults);
              }
            });
  }

  /** Returns the types that a schema allows. */
  static Stream<String> types(JsonNode type) {
    return type.isArray()
        ? type.valueStream().map(JsonNode::stringValue)
        : Stream.of(type.stringValue());
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "null" -> value.isNull();
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }

  private static boolean isWithin(JsonNode schema, JsonNode value) {
    double number = value.numberValue().doubleValue();
    return number >= schema.path("minimum").asDouble(Double.NEGATIVE_INFINITY)
        && number <= schema.path("maximum").asDouble(Double.POSITIVE_INFINITY);
  }

  private static boolean isOfFormat(String format, String text) {
    return switch (format) {
      case "" -> true;
      case "uuid" -> text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
      case "date-time" -> isTime(text);
      default -> throw new IllegalArgumentException("unknown format " + format);
    };
  }

  private static boolean isTime(String text) {
    try {
      return OffsetDateTime.parse(text).getYear() > 0;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}

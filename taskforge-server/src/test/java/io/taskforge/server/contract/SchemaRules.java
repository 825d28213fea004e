package io.taskforge.server.contract;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Validates those parts of OpenAPI 3.1 schemas that our document uses. */
final class SchemaRules {
  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "string", "integer");

  /** The keywords of JSON Schema 2020-12. */
  private static final Set<String> KEYWORDS =
      Set.of(
          ("$schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs"
                  + " allOf anyOf oneOf not if then else dependentSchemas prefixItems items"
                  + " contains properties patternProperties additionalProperties propertyNames"
                  + " unevaluatedItems unevaluatedProperties type enum const multipleOf maximum"
                  + " exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern"
                  + " maxItems minItems uniqueItems maxContains minContains maxProperties"
                  + " minProperties required dependentRequired title description default"
                  + " deprecated readOnly writeOnly examples format contentEncoding"
                  + " contentMediaType contentSchema")
              .split(" "));

  private final JsonNode document;
  private final List<String> faults;

  SchemaRules(JsonNode document, List<String> faults) {
    this.document = document;
    this.faults = faults;
  }

  void check(String at, JsonNode schema) {
    if (!schema.isObject()) {
      if (!schema.isBoolean()) {
        faults.add(at + " is no schema");
      }
      return;
    }
    schema.propertyNames().stream()
        .filter(key -> !KEYWORDS.contains(key))
        .forEach(key -> faults.add(at + " has the unknown keyword " + key));
    if (schema.has("$ref")) {
      checkReference(at, schema.get("$ref"));
    }
    checkType(at, schema);
    checkEnum(at, schema);
    checkRequired(at, schema);
    schema.path("properties").forEachEntry((key, part) -> check(at + "/properties/" + key, part));
    for (String key : List.of("items", "additionalProperties")) {
      if (schema.has(key)) {
        check(at + "/" + key, schema.get(key));
      }
    }
    for (String key : List.of("anyOf", "oneOf", "allOf")) {
      if (schema.has(key) && schema.get(key).isEmpty()) {
        faults.add(at + "/" + key + " is empty");
      }
      for (int i = 0; i < schema.path(key).size(); i++) {
        check(at + "/" + key + "/" + i, schema.get(key).get(i));
      }
    }
  }

  private void checkReference(String at, JsonNode reference) {
    String target = reference.asString("");
    if (!target.startsWith("#/") || document.at(target.substring(1)).isMissingNode()) {
      faults.add(at + " refers to " + target + ", which is not there");
    }
  }

  private void checkType(String at, JsonNode schema) {
    JsonNode type = schema.path("type");
    boolean known =
        type.isMissingNode()
            || (type.isArray() && type.valueStream().allMatch(SchemaRules::isType))
            || isType(type);
    if (!known) {
      faults.add(at + " has the unknown type " + type);
    }
  }

  private static boolean isType(JsonNode type) {
    return TYPES.contains(type.asString(""));
  }

  private void checkEnum(String at, JsonNode schema) {
    if (schema.has("enum")) {
      JsonNode values = schema.get("enum");
      if (!values.isArray()
          || values.isEmpty()
          || new HashSet<>(values.valueStream().toList()).size() != values.size()) {
        faults.add(at + "/enum must be a list without repetition");
      }
    }
  }

  private void checkRequired(String at, JsonNode schema) {
    Set<String> required =
        schema
            .path("required")
            .valueStream()
            .map(each -> each.asString(""))
            .collect(Collectors.toCollection(HashSet::new));
    if (required.size() != schema.path("required").size()) {
      faults.add(at + "/required repeats itself");
    }
    required.removeAll(schema.path("properties").propertyNames());
    if (!required.isEmpty()) {
      faults.add(at + " requires what it does not describe: " + required);
    }
  }
}

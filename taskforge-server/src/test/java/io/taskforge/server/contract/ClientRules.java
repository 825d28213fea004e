package io.taskforge.server.contract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * Rules beyond validity that an OpenAPI document must follow so that generated clients compile and
 * read well with openapi-generator, openapi-typescript and Redocly's linter.
 */
final class ClientRules {
  /** Fields that may hold any JSON value, and so have no type. */
  private static final Set<String> ANY = Set.of("payload", "result", "retryPolicy", "body");

  private static final String COMPONENTS = "#/components/schemas/";

  private final JsonNode document;
  private final SchemaCheck schemas;
  private final List<String> faults = new ArrayList<>();

  private ClientRules(JsonNode document) {
    this.document = document;
    this.schemas = new SchemaCheck(document);
  }

  /** Returns all violations. */
  static List<String> faults(JsonNode document) {
    ClientRules rules = new ClientRules(document);
    rules.checkRoot();
    Operation.all(document).forEach(rules::checkOperation);
    document
        .at("/components/schemas")
        .forEachEntry((name, schema) -> rules.checkSchema(COMPONENTS + name, schema));
    return rules.faults;
  }

  private void checkRoot() {
    JsonNode license = document.at("/info/license");
    if (!license.has("name") || !(license.has("identifier") || license.has("url"))) {
      faults.add("info.license must have a name, and an identifier or a url");
    }
    if (document.path("servers").isEmpty()) {
      faults.add("servers is missing");
    }
    if (document.path("security").isEmpty()) {
      faults.add("security is missing");
    }
    document
        .path("security")
        .forEach(
            each ->
                each.propertyNames().stream()
                    .filter(name -> document.at("/components/securitySchemes/" + name).isEmpty())
                    .forEach(name -> faults.add("security refers to the unknown scheme " + name)));
    document
        .path("tags")
        .valueStream()
        .filter(tag -> tag.path("description").asString("").isEmpty())
        .forEach(tag -> faults.add("tag " + tag.path("name") + " has no description"));
  }

  private void checkOperation(Operation operation) {
    JsonNode json = operation.json();
    String id = json.path("operationId").asString("");
    if (!id.matches("[a-z]+([A-Z][a-z]+)+") || id.startsWith("post") || isMechanical(operation)) {
      faults.add(operation + " must have an operationId such as listJobs, not '" + id + "'");
    }
    List<String> tags = json.path("tags").valueStream().map(JsonNode::stringValue).toList();
    List<String> known =
        document.path("tags").valueStream().map(tag -> tag.path("name").stringValue()).toList();
    if (tags.size() != 1 || !known.containsAll(tags)) {
      faults.add(operation + " must have one of the tags " + known + ", not " + tags);
    }
    for (JsonNode parameter : json.path("parameters")) {
      String at = operation + " " + parameter.path("name").asString("");
      if (parameter.path("description").asString("").isEmpty()) {
        faults.add(at + " has no description");
      }
      checkSchema(at, parameter.path("schema"));
    }
    checkContent(operation + " body", json.path("requestBody").path("content"));
    checkResponses(operation);
  }

  /** Whether an operationId only repeats the method and the parts of a longer path. */
  private static boolean isMechanical(Operation operation) {
    String[] parts = operation.path().replace("/api/v1/", "").split("[^A-Za-z0-9]+", -1);
    return parts.length > 2
        && (operation.method() + String.join("", parts))
            .equalsIgnoreCase(operation.json().path("operationId").asString(""));
  }

  private void checkResponses(Operation operation) {
    Set<JsonNode> results = new HashSet<>();
    operation
        .json()
        .path("responses")
        .forEachEntry(
            (status, response) -> {
              String at = operation + " " + status;
              JsonNode content = response.path("content");
              if (content.isEmpty() && !status.equals("204")) {
                faults.add(at + " has no schema");
              }
              if (status.startsWith("2")) {
                results.add(content);
              }
              checkContent(at, content);
            });
    if (results.size() != 1) {
      faults.add(operation + " must have one type of result, whatever the status");
    }
  }

  private void checkContent(String at, JsonNode content) {
    content.forEachEntry(
        (media, type) -> {
          if (!type.has("schema")) {
            faults.add(at + " " + media + " has no schema");
          }
          checkSchema(at + " " + media, type.path("schema"));
        });
  }

  private void checkSchema(String at, JsonNode schema) {
    String name = at.substring(at.lastIndexOf('/') + 1);
    checkForms(at, schema);
    if (!schema.has("type") && !schema.has("$ref") && !schema.has("oneOf") && !isAny(at, name)) {
      faults.add(at + " has no type");
    }
    if (schema.path("type").asString("").matches("integer|number") && !schema.has("format")) {
      faults.add(at + " does not say how large its numbers are");
    }
    if (schema.has("properties") && !at.equals(COMPONENTS + name)) {
      faults.add(at + " is an object without a name");
    }
    for (JsonNode example : schema.path("examples")) {
      schemas.faults(schema, example).forEach(fault -> faults.add(at + " example: " + fault));
    }
    schema
        .path("properties")
        .forEachEntry(
            (key, part) -> {
              if (part.path("description").asString("").isEmpty()) {
                faults.add(at + "/" + key + " has no description");
              }
              checkSchema(at + "/" + key, part);
            });
    if (schema.has("items")) {
      checkSchema(at + "/items", schema.get("items"));
    }
    if (schema.path("additionalProperties").isObject()) {
      checkSchema(at + "/*", schema.get("additionalProperties"));
    }
  }

  /** Generators create a class for each schema with several forms, named after its location. */
  private void checkForms(String at, JsonNode schema) {
    if (schema.has("anyOf") || schema.path("type").asString("").equals("null")) {
      faults.add(at + " must list null among its types, and have no anyOf");
    }
    if (schema.has("oneOf") && !document.at(at.replaceFirst("^#", "")).equals(schema)) {
      faults.add(at + " has several forms but no name");
    }
    for (JsonNode form : schema.path("oneOf")) {
      checkSchema(at, form);
      if (schemas.faults(form, NullNode.getInstance()).isEmpty()) {
        faults.add(at + " has null as one of its forms");
      }
    }
  }

  private static boolean isAny(String at, String name) {
    return ANY.contains(name) || name.equals("*") || at.equals(COMPONENTS + "PolicyDraft/policy");
  }
}

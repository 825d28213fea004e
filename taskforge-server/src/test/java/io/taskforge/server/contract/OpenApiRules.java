package io.taskforge.server.contract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Validates those parts of OpenAPI 3.1 that our document uses. */
final class OpenApiRules {
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
  private static final Set<String> OPERATION_KEYS =
      Set.of(
          "tags",
          "summary",
          "description",
          "externalDocs",
          "operationId",
          "parameters",
          "requestBody",
          "responses",
          "callbacks",
          "deprecated",
          "security",
          "servers");

  private final JsonNode document;
  private final List<String> faults = new ArrayList<>();
  private final SchemaRules schemas;

  private OpenApiRules(JsonNode document) {
    this.document = document;
    this.schemas = new SchemaRules(document, faults);
  }

  /** Returns all faults of a document. */
  static List<String> faults(JsonNode document) {
    OpenApiRules rules = new OpenApiRules(document);
    rules.checkRoot();
    rules.checkPaths();
    rules.checkComponents();
    return rules.faults;
  }

  private void checkRoot() {
    if (!document.path("openapi").asString("").matches("3\\.1\\.\\d+")) {
      faults.add("openapi must be 3.1.x");
    }
    for (String key : List.of("title", "version")) {
      if (document.path("info").path(key).asString("").isEmpty()) {
        faults.add("info." + key + " is missing");
      }
    }
    if (!document.path("paths").isObject()) {
      faults.add("paths is missing");
    }
  }

  private void checkPaths() {
    Set<String> shapes = new HashSet<>();
    Set<String> ids = new HashSet<>();
    document
        .path("paths")
        .forEachEntry(
            (path, item) -> {
              if (!path.startsWith("/")) {
                faults.add(path + " does not begin with a slash");
              }
              if (!shapes.add(Operation.PARAMETER.matcher(path).replaceAll("{}"))) {
                faults.add(path + " is ambiguous with another path");
              }
              item.propertyNames().stream()
                  .filter(method -> !METHODS.contains(method))
                  .forEach(method -> faults.add(path + " has the unknown method " + method));
            });
    for (Operation operation : Operation.all(document)) {
      checkOperation(operation);
      String id = operation.json().path("operationId").asString("");
      if (id.isEmpty() || !ids.add(id)) {
        faults.add(operation + " has no unique operationId");
      }
    }
  }

  private void checkOperation(Operation operation) {
    JsonNode json = operation.json();
    json.propertyNames().stream()
        .filter(key -> !OPERATION_KEYS.contains(key))
        .forEach(key -> faults.add(operation + " has the unknown key " + key));
    if (json.path("summary").asString("").isEmpty()) {
      faults.add(operation + " has no summary");
    }
    checkParameters(operation);
    if (json.has("requestBody")) {
      checkContent(operation + " body", json.get("requestBody").path("content"), true);
    }
    JsonNode responses = json.path("responses");
    if (responses.isEmpty()) {
      faults.add(operation + " has no responses");
    }
    responses.forEachEntry(
        (status, response) -> {
          String at = operation + " " + status;
          if (!status.matches("[1-5]\\d\\d|default")) {
            faults.add(at + " is not a status");
          }
          if (response.path("description").asString("").isEmpty()) {
            faults.add(at + " has no description");
          }
          checkContent(at, response.path("content"), false);
        });
  }

  private void checkParameters(Operation operation) {
    Set<String> seen = new HashSet<>();
    for (JsonNode parameter : operation.json().path("parameters")) {
      String where = parameter.path("in").asString("");
      String at = "%s %s %s".formatted(operation, where, parameter.path("name").asString("?"));
      if (!parameter.has("name") || !seen.add(at)) {
        faults.add(at + " must have a unique name");
      }
      if (!Set.of("path", "query", "header", "cookie").contains(where)) {
        faults.add(at + " has an unknown location");
      }
      if (where.equals("path") && !parameter.path("required").asBoolean(false)) {
        faults.add(at + " must be required");
      }
      if (parameter.has("schema")) {
        schemas.check(at, parameter.get("schema"));
      } else {
        faults.add(at + " has no schema");
      }
    }
    Set<String> named =
        Operation.PARAMETER
            .matcher(operation.path())
            .results()
            .map((MatchResult match) -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    if (!named.equals(new TreeSet<>(operation.parameters("path")))) {
      faults.add(operation + " must declare exactly the parameters of its path");
    }
  }

  private void checkContent(String at, JsonNode content, boolean needed) {
    if (needed && content.isEmpty()) {
      faults.add(at + " has no content");
    }
    content.forEachEntry(
        (media, type) -> {
          if (!media.matches("[a-z]+/[a-z0-9.+-]+")) {
            faults.add(at + " has the media type " + media);
          }
          schemas.check(at + " " + media, type.path("schema"));
        });
  }

  private void checkComponents() {
    String text = document.toString();
    document
        .at("/components/schemas")
        .forEachEntry(
            (name, schema) -> {
              if (!Pattern.matches("[A-Za-z0-9._-]+", name)) {
                faults.add("a component can't be named " + name);
              }
              if (!text.contains("\"#/components/schemas/" + name + "\"")) {
                faults.add("nothing refers to " + name);
              }
              schemas.check("#/components/schemas/" + name, schema);
            });
  }
}

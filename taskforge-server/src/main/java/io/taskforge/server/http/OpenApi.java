package io.taskforge.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI 3.1 document of a list of routes. */
public final class OpenApi {
  private static final Map<Integer, String> MEANINGS =
      Map.ofEntries(
          Map.entry(200, "done"),
          Map.entry(201, "made"),
          Map.entry(202, "accepted; it goes on"),
          Map.entry(204, "done; there is nothing to say"),
          Map.entry(400, "something that was sent is wrong"),
          Map.entry(401, "a key is needed"),
          Map.entry(403, "not with this key"),
          Map.entry(404, "there is no such thing"),
          Map.entry(409, "not possible in the state that it met"),
          Map.entry(412, "changed since the client looked"),
          Map.entry(413, "too long"),
          Map.entry(415, "not JSON"),
          Map.entry(429, "too much at once"),
          Map.entry(503, "the store can't be reached; try again"));

  private OpenApi() {}

  /** Returns the document. */
  public static ObjectNode document(String version, List<Route> routes) {
    ObjectNode root = Json.object();
    root.put("openapi", "3.1.0");
    root.putObject("info")
        .put("title", "TaskForge")
        .put("description", "Durable background jobs that fail well.")
        .put("version", version);
    Map<String, ObjectNode> components = new TreeMap<>();
    Problem.schema().collect(components);
    ObjectNode paths = root.putObject("paths");
    for (Route route : routes) {
      ObjectNode path = paths.withObjectProperty(route.path());
      path.set(route.method().toLowerCase(Locale.ROOT), operation(route, components));
    }
    ObjectNode all = root.putObject("components");
    ObjectNode schemas = all.putObject("schemas");
    components.forEach(schemas::set);
    all.putObject("securitySchemes")
        .putObject("key")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "an API key; needed once the store has one");
    return root;
  }

  private static ObjectNode operation(Route route, Map<String, ObjectNode> components) {
    ObjectNode json = Json.object();
    json.put("operationId", operationId(route));
    json.put("summary", route.summary());
    json.putArray("tags").add(tag(route.path()));
    route.pathFields().fields().forEach(field -> parameter(json, "path", field, components));
    route.query().fields().forEach(field -> parameter(json, "query", field, components));
    List<Shape> bodies = route.bodies().stream().map(Route.Body::shape).toList();
    if (!bodies.isEmpty()) {
      Schema schema =
          bodies.size() == 1
              ? bodies.get(0).schema()
              : Schema.anyOf(bodies.stream().map(Shape::schema).toArray(Schema[]::new));
      schema.collect(components);
      json.putObject("requestBody")
          .put("required", bodies.get(0).fields().stream().anyMatch(Field::required))
          .putObject("content")
          .putObject(Reply.JSON)
          .set("schema", schema.reference());
    }
    ObjectNode responses = json.putObject("responses");
    route
        .answers()
        .forEach((status, schema) -> answer(responses, route, status, schema, components));
    Set<Integer> problems = new TreeSet<>(route.problems());
    problems.add(400);
    if (!route.pathFields().fields().isEmpty()) {
      problems.add(404);
    }
    if (!bodies.isEmpty()) {
      problems.addAll(List.of(413, 415));
    }
    if (route.path().startsWith("/api/")) {
      problems.add(503);
    }
    if (!route.access().open()) {
      problems.addAll(List.of(401, 403));
      json.putArray("security").addObject().putArray("key");
      json.put(
          "description",
          "Needs scope "
              + route.access().scope().word()
              + (route.access().operatorsOnly() ? ", and a key that is bound to no tenant." : "."));
    }
    problems.forEach(
        status ->
            described(responses, status)
                .putObject("content")
                .putObject("application/problem+json")
                .set("schema", Problem.schema().reference()));
    return json;
  }

  private static void parameter(
      ObjectNode operation, String where, Field<?> field, Map<String, ObjectNode> components) {
    field.schema().collect(components);
    operation
        .withArray("parameters")
        .addObject()
        .put("name", field.name())
        .put("in", where)
        .put("required", field.required())
        .put("description", field.description())
        .set("schema", field.schema().reference());
  }

  private static void answer(
      ObjectNode responses,
      Route route,
      int status,
      @Nullable Schema schema,
      Map<String, ObjectNode> components) {
    ObjectNode response = described(responses, status);
    if (route.events() != null) {
      response
          .putObject("content")
          .putObject("text/event-stream")
          .putObject("schema")
          .put("type", "string");
    }
    if (schema != null) {
      schema.collect(components);
      ObjectNode content = response.putObject("content");
      content.putObject(Reply.JSON).set("schema", schema.reference());
      if (route.mayBeText()) {
        content.putObject("text/plain").putObject("schema").put("type", "string");
      }
    } else if (route.mayBeText()) {
      response
          .putObject("content")
          .putObject("text/plain")
          .putObject("schema")
          .put("type", "string");
    }
  }

  private static ObjectNode described(ObjectNode responses, int status) {
    return responses
        .putObject(Integer.toString(status))
        .put("description", MEANINGS.getOrDefault(status, "see the problem's title"));
  }

  /** {@code POST /api/v1/jobs/{id}/cancel} is {@code postJobsIdCancel}. */
  private static String operationId(Route route) {
    StringBuilder id = new StringBuilder(route.method().toLowerCase(Locale.ROOT));
    for (String part : route.path().replace("/api/v1", "").split("[^A-Za-z0-9]+", -1)) {
      if (!part.isEmpty()) {
        id.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
      }
    }
    return id.toString();
  }

  private static String tag(String path) {
    String[] parts = path.replace("/api/v1", "").split("/", -1);
    return parts.length > 1 ? parts[1] : "server";
  }
}

package io.taskforge.server.http;

import io.taskforge.json.strict.Json;
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
  private static final String API = "/api/v1";
  private static final String KEY = "apiKey";
  private static final String DESCRIPTION =
      """
      Durable background jobs that fail well.

      * A field that a request omits has its default value; null means the same.
      * Times are RFC 3339, such as `2030-01-31T12:00:00Z`. Durations are `30s`, `5m` or ISO 8601.
      * A list answers with `items` and `next`. Pass `next` as `cursor` to get the next page;
        null marks the last one.
      * Errors are problem details (RFC 9457) that name every invalid field at once.
      * Authentication is off until the first API key is created.\
      """;
  private static final Map<Integer, String> MEANINGS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(201, "Created"),
          Map.entry(202, "Accepted; the work continues in the background"),
          Map.entry(204, "No content"),
          Map.entry(400, "The request is not valid"),
          Map.entry(401, "The API key is missing or not valid"),
          Map.entry(403, "The API key does not allow this"),
          Map.entry(404, "Not found"),
          Map.entry(409, "The current state does not allow this"),
          Map.entry(412, "The resource has changed since it was read"),
          Map.entry(413, "The body is too large"),
          Map.entry(415, "The body is not JSON"),
          Map.entry(429, "A rate limit or quota is exceeded"),
          Map.entry(503, "Temporarily unavailable; the problem's type says why"));
  private static final Set<Integer> RETRY_LATER = Set.of(429, 503);
  private static final Field<String> IF_MATCH =
      Field.text(
          "If-Match",
          "the ETag of the version to change; answered 412 if there is another by now",
          Limits.MAX_HEADER_BYTES);
  private static final Field<String> IF_NONE_MATCH =
      Field.text(
          "If-None-Match",
          "`*` to create only; answered 412 if it exists",
          Limits.MAX_HEADER_BYTES);

  /**
   * A group of operations; code generators create one class for each.
   *
   * @param roots the first segments of its paths, after {@code /api/v1} if present
   */
  public record Tag(String name, String description, Set<String> roots) {
    public Tag {
      roots = Set.copyOf(roots);
    }
  }

  private final List<Tag> tags;
  private final Map<String, ObjectNode> components = new TreeMap<>();

  private OpenApi(List<Tag> tags) {
    this.tags = tags;
  }

  public static ObjectNode document(String version, List<Tag> tags, List<Route> routes) {
    return new OpenApi(tags).document(version, routes);
  }

  /** Returns the document for a server that is mounted below a path of an application. */
  public static ObjectNode mounted(ObjectNode document, String path) {
    ObjectNode copy = document.deepCopy();
    copy.putArray("servers").addObject().put("url", path).put("description", "This application");
    return copy;
  }

  private ObjectNode document(String version, List<Route> routes) {
    ObjectNode root = Json.object();
    root.put("openapi", "3.1.0");
    root.putObject("info")
        .put("title", "TaskForge")
        .put("description", DESCRIPTION)
        .put("version", version)
        .putObject("license")
        .put("name", "Apache License 2.0")
        .put("identifier", "Apache-2.0");
    root.putArray("servers").addObject().put("url", "/").put("description", "This server");
    root.putArray("security").addObject().putArray(KEY);
    tags.forEach(
        tag ->
            root.withArrayProperty("tags")
                .addObject()
                .put("name", tag.name())
                .put("description", tag.description()));
    Problem.VIEW.collect(components);
    ObjectNode paths = root.putObject("paths");
    for (Route route : routes) {
      ObjectNode path = paths.withObjectProperty(route.path());
      path.set(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    ObjectNode all = root.putObject("components");
    ObjectNode schemas = all.putObject("schemas");
    components.forEach(schemas::set);
    all.putObject("securitySchemes")
        .putObject(KEY)
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "An API key (`tfk_…`). Required once the first key exists.");
    return root;
  }

  private ObjectNode operation(Route route) {
    ObjectNode json = Json.object();
    json.put("operationId", route.operation().id());
    json.put("summary", route.operation().summary());
    json.putArray("tags").add(tag(route.path()));
    if (route.access().open()) {
      json.putArray("security");
    } else {
      json.put(
          "description",
          "Requires an API key with scope `%s`%s."
              .formatted(
                  route.access().scope().word(),
                  route.access().operatorsOnly() ? " that is not bound to a tenant" : ""));
    }
    route.inputs().path().fields().forEach(field -> parameter(json, "path", field));
    route.inputs().query().fields().forEach(field -> parameter(json, "query", field));
    route.inputs().headers().forEach(field -> parameter(json, "header", field));
    if (route.responses().problems().contains(412)) {
      parameter(json, "header", IF_MATCH);
      if (route.method().equals("PUT")) {
        parameter(json, "header", IF_NONE_MATCH);
      }
    }
    Shape body = route.inputs().body();
    if (body != null) {
      json.putObject("requestBody")
          .put("required", body.fields().stream().anyMatch(Field::required))
          .putObject("content")
          .putObject(Reply.JSON)
          .set("schema", used(body.schema()));
    }
    ObjectNode responses = json.putObject("responses");
    route
        .responses()
        .answers()
        .forEach((status, schema) -> answer(responses, route, status, schema));
    problems(route).forEach(status -> problem(responses, status));
    return json;
  }

  private static Set<Integer> problems(Route route) {
    Set<Integer> problems = new TreeSet<>(route.responses().problems());
    problems.add(400);
    if (!route.inputs().path().fields().isEmpty()) {
      problems.add(404);
    }
    if (route.inputs().body() != null) {
      problems.addAll(List.of(413, 415));
    }
    if (route.path().startsWith(API)) {
      problems.add(503);
    }
    if (!route.access().open()) {
      problems.addAll(List.of(401, 403));
    }
    return problems;
  }

  private void parameter(ObjectNode operation, String where, Field<?> field) {
    operation
        .withArrayProperty("parameters")
        .addObject()
        .put("name", field.name())
        .put("in", where)
        .put("required", field.required())
        .put("description", field.description())
        .set("schema", used(field.schema()));
  }

  private void answer(ObjectNode responses, Route route, int status, @Nullable Schema schema) {
    ObjectNode response = described(responses, status);
    if (schema != null) {
      content(response, Reply.JSON).set("schema", used(schema));
    }
    if (route.target().events() != null) {
      content(response, "text/event-stream").set("schema", used(Schema.text()));
    }
    if (route.responses().mayBeText()) {
      content(response, "text/plain").set("schema", used(Schema.text()));
    }
  }

  private void problem(ObjectNode responses, int status) {
    ObjectNode response = described(responses, status);
    content(response, "application/problem+json").set("schema", used(Problem.VIEW));
    if (RETRY_LATER.contains(status)) {
      response
          .putObject("headers")
          .putObject("Retry-After")
          .put("description", "the number of seconds to wait before the next try")
          .set("schema", used(Schema.integer()));
    }
  }

  private static ObjectNode content(ObjectNode response, String type) {
    return response.withObjectProperty("content").putObject(type);
  }

  /** Returns a reference to a schema, and adds it to the components. */
  private ObjectNode used(Schema schema) {
    schema.collect(components);
    return schema.reference();
  }

  private static ObjectNode described(ObjectNode responses, int status) {
    return responses
        .putObject(Integer.toString(status))
        .put("description", MEANINGS.getOrDefault(status, "See the problem's title"));
  }

  private String tag(String path) {
    String root = path.replace(API, "").split("/", -1)[1];
    return tags.stream()
        .filter(tag -> tag.roots().contains(root))
        .findAny()
        .orElseThrow(() -> new IllegalStateException("no tag has " + path))
        .name();
  }
}

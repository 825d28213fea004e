package io.taskforge.server.hostile;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.contract.Operation;
import io.taskforge.server.contract.SchemaCheck;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Valid requests for each operation, in which tests make one thing invalid at a time. */
final class Samples {
  private static final String WEBHOOK = "{'url': 'http://127.0.0.1:9/', 'events': ['job.dead']}";
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("enqueueJob", "{'type': 'mail', 'payload': {'to': 'ann'}}"),
          Map.entry("enqueueJobs", "{'jobs': [{'type': 'mail'}]}"),
          Map.entry("rescheduleJob", "{'delay': '5m'}"),
          Map.entry("claimJobs", "{'worker': 'w', 'types': ['mail'], 'queues': ['other']}"),
          Map.entry("failLease", "{'errorType': 'timeout', 'message': 'late'}"),
          Map.entry("createWebhook", WEBHOOK),
          Map.entry("putWebhook", WEBHOOK),
          Map.entry(
              "createSchedule",
              "{'cron': '0 8 * * *', 'zone': 'Europe/Berlin', 'job': {'type': 'mail'}}"));

  private final TestServer server;
  private final SchemaCheck schemas;

  Samples(TestServer server, SchemaCheck schemas) {
    this.server = server;
    this.schemas = schemas;
  }

  /** Creates a job and a lease, and returns values for a path's parameters. */
  UnaryOperator<String> pathValues() {
    server.post("/api/v1/jobs", "{\"type\": \"leased\"}").is(201);
    String token =
        server
            .post(
                "/api/v1/claims", "{\"worker\": \"w\", \"types\": [\"leased\"], \"lease\": \"1h\"}")
            .is(200)
            .at("/items/0/token");
    String id = server.post("/api/v1/jobs", "{\"type\": \"mail\", \"delay\": \"1h\"}").at("/id");
    return name ->
        switch (name) {
          case "token" -> token;
          case "id" -> id;
          default -> "default";
        };
  }

  /** Returns a body that the operation roughly accepts, or null if it takes none. */
  @Nullable ObjectNode body(Operation operation) {
    JsonNode schema = operation.body();
    if (schema == null) {
      return null;
    }
    String known = BODIES.get(operation.json().path("operationId").asString(""));
    return known != null ? (ObjectNode) Json.read(known.replace('\'', '"')) : made(schema);
  }

  /** Returns an object with the required fields of a schema. */
  private ObjectNode made(JsonNode schema) {
    JsonNode form = form(schema);
    ObjectNode body = Json.object();
    form.path("required")
        .forEach(
            key ->
                body.set(key.stringValue(), value(form.path("properties").get(key.stringValue()))));
    return body;
  }

  /** Resolves a schema's reference, and picks the last of several forms. */
  JsonNode form(JsonNode schema) {
    JsonNode whole = schemas.resolve(schema);
    return whole.has("oneOf") ? form(whole.get("oneOf").get(whole.get("oneOf").size() - 1)) : whole;
  }

  private JsonNode value(JsonNode schema) {
    JsonNode form = form(schema);
    if (form.has("enum")) {
      return form.get("enum").get(0);
    }
    if (form.has("examples")) {
      return form.get("examples").get(0);
    }
    return switch (form.path("type").asString("")) {
      case "integer", "number" -> Json.read(form.path("minimum").asString("1"));
      case "boolean" -> Json.read("false");
      case "array" -> Json.array();
      case "object" -> form.has("properties") ? made(form) : Json.object();
      default -> Json.read("\"x\"");
    };
  }
}

package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.access.Caller;
import io.taskforge.server.audit.AuditNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request whose path, query and body were read and are valid.
 *
 * @param audit what the audit log will record
 */
public record Request(
    Exchange exchange,
    Caller caller,
    AuditNote audit,
    FieldValues path,
    FieldValues query,
    FieldValues body) {
  /** Reads what {@code route} allows, or throws with all faults. */
  static Request read(
      Exchange exchange, Map<String, String> given, Caller caller, AuditNote audit, Route route) {
    FieldValues path = readPath(given, route);
    List<Fault> faults = new ArrayList<>();
    FieldValues query = readQuery(exchange, route, faults);
    Shape shape = route.inputs().body();
    FieldValues body = shape == null ? FieldValues.NONE : readBody(exchange, shape, faults);
    if (query == null || body == null || !faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new Request(exchange, caller, audit, path, query, body);
  }

  private static FieldValues readPath(Map<String, String> parameters, Route route) {
    ObjectNode given = Json.object();
    parameters.forEach((key, value) -> given.set(key, new Field.QueryText(value)));
    List<Fault> faults = new ArrayList<>();
    FieldValues values = route.inputs().path().read(JsonValue.root(given, faults));
    if (values == null) {
      // A malformed id cannot exist.
      Fault first = faults.get(0);
      throw Problem.notFound("%s %s: %s".formatted(first.key(), first.value(), first.rule()));
    }
    return values;
  }

  private static @Nullable FieldValues readQuery(
      Exchange exchange, Route route, List<Fault> faults) {
    ObjectNode given = Json.object();
    PercentEncoding.query(exchange.queryString(), faults)
        .forEach(
            (key, values) -> {
              if (values.size() != 1) {
                faults.add(new Fault(key, values.size() + " times", "must be given only once"));
              } else {
                given.set(key, new Field.QueryText(values.get(0)));
              }
            });
    return route.inputs().query().read(JsonValue.root(given, faults));
  }

  private static @Nullable FieldValues readBody(
      Exchange exchange, Shape shape, List<Fault> faults) {
    byte[] bytes = RequestBody.read(exchange);
    if (bytes.length == 0 && shape.fields().stream().noneMatch(Field::required)) {
      return FieldValues.NONE;
    }
    // Not contentType(), which throws where the charset is unknown.
    RequestBody.requireJson(exchange.header("Content-Type"));
    return shape.read(JsonValue.root(RequestBody.readJson(bytes), faults));
  }

  public <T> T path(Field<T> field) {
    return path.required(field);
  }

  public @Nullable String header(String name) {
    return exchange.header(name);
  }

  /** Whether the client prefers plain text to JSON. */
  public boolean prefersText() {
    String accept = exchange.header("Accept");
    return accept != null && accept.contains("text/plain") && !accept.contains("json");
  }

  /** Returns the precondition of a write: optimistic locking with If-Match. */
  public Precondition precondition() {
    return Precondition.of(exchange.header("If-Match"), exchange.header("If-None-Match"));
  }
}

package io.taskforge.server.http;

import io.javalin.http.Context;
import io.taskforge.json.Fault;
import io.taskforge.json.Json;
import io.taskforge.server.access.Caller;
import io.taskforge.server.audit.AuditNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A request whose path, query and body were read and found right. */
public final class Request {
  private final Context context;
  private final Caller caller;
  private final AuditNote audit;
  private final Values path;
  private final Values query;
  private final Values body;

  private Request(
      Context context, Caller caller, AuditNote audit, Values path, Values query, Values body) {
    this.context = context;
    this.caller = caller;
    this.audit = audit;
    this.path = path;
    this.query = query;
    this.body = body;
  }

  /** Reads all that {@code route} says may be sent, or throws with every fault. */
  static Request read(Context context, Caller caller, AuditNote audit, Route route) {
    Values path = readPath(context, route);
    List<Fault> faults = new ArrayList<>();
    Values query = readQuery(context, route, faults);
    Values body = new Values(Map.of());
    Shape shape = route.body();
    if (shape != null) {
      body = readBody(context, shape, faults);
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults).exception();
    }
    return new Request(context, caller, audit, path, query, body);
  }

  private static Values readPath(Context context, Route route) {
    ObjectNode given = Json.object();
    context.pathParamMap().forEach((key, value) -> given.set(key, new Field.QueryText(value)));
    List<Fault> faults = new ArrayList<>();
    Values values = route.pathFields().read(given, "", faults);
    if (!faults.isEmpty()) {
      // An id that can't be one is an id that is not there.
      Fault first = faults.get(0);
      throw Problem.notFound("%s %s: %s".formatted(first.key(), first.value(), first.rule()))
          .exception();
    }
    return values;
  }

  private static Values readQuery(Context context, Route route, List<Fault> faults) {
    ObjectNode given = Json.object();
    QueryString.read(context.queryString(), faults)
        .forEach(
            (key, values) -> {
              if (values.size() != 1) {
                faults.add(new Fault(key, values.size() + " times", "must be given once"));
              } else {
                given.set(key, new Field.QueryText(values.get(0)));
              }
            });
    return route.query().read(given, "", faults);
  }

  private static Values readBody(Context context, Shape shape, List<Fault> faults) {
    byte[] bytes = Body.read(context);
    if (bytes.length == 0 && shape.fields().stream().noneMatch(Field::required)) {
      return new Values(Map.of());
    }
    // Not contentType(), which throws where the charset is unknown.
    JsonType.require(context.header("Content-Type"));
    return shape.read(Body.readJson(bytes), "", faults);
  }

  /** Who sent it. */
  public Caller caller() {
    return caller;
  }

  /** What is to be known about it afterwards. */
  public AuditNote audit() {
    return audit;
  }

  /** Returns a part of the path. */
  public <T> T path(Field<T> field) {
    return path.need(field);
  }

  /** What the query has. */
  public Values query() {
    return query;
  }

  /** What the body has. */
  public Values body() {
    return body;
  }

  /** Returns a header, or null. */
  public @Nullable String header(String name) {
    return context.header(name);
  }

  /** Whether the client would rather have plain text than JSON. */
  public boolean prefersText() {
    String accept = context.header("Accept");
    return accept != null && accept.contains("text/plain") && !accept.contains("json");
  }

  /** What must be so before anything is written. */
  public WriteCondition condition() {
    return WriteCondition.of(context.header("If-Match"), context.header("If-None-Match"));
  }
}

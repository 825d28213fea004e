package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Ends a request with problem details, as in RFC 9457. Immutable. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_FAULTS = 100;

  private final int status;
  private final String kind;
  private final String title;
  private final String detail;
  private final transient List<Fault> faults;
  private final @Nullable Duration retryAfter;
  private final @Nullable String state;

  private Problem(
      int status,
      String kind,
      String title,
      String detail,
      List<Fault> faults,
      @Nullable Duration retryAfter,
      @Nullable String state) {
    super(detail, null, false, false);
    this.status = status;
    this.kind = kind;
    this.title = title;
    this.detail = detail;
    this.faults = List.copyOf(faults);
    this.retryAfter = retryAfter;
    this.state = state;
  }

  /** Returns a 400 for an invalid request. */
  public static Problem invalid(List<Fault> faults) {
    String detail =
        faults.size() == 1
            ? faults.get(0).toString()
            : faults.size() + " fields are invalid; see faults";
    if (faults.size() > MAX_FAULTS) {
      detail += ", which lists the first " + MAX_FAULTS;
    }
    List<Fault> shown = faults.subList(0, Math.min(faults.size(), MAX_FAULTS));
    return new Problem(400, "invalid", "The request is not valid", detail, shown, null, null);
  }

  /** Returns a 400 for a request with one fault. */
  public static Problem invalid(String key, String value, String rule) {
    return invalid(List.of(new Fault(key, value, rule)));
  }

  /** Returns a 404. */
  public static Problem notFound(String what) {
    return plain(404, "not-found", "Not found", "there is no " + what);
  }

  /** Returns a 409: the state of the resource does not allow the request. */
  public static Problem conflict(String detail, @Nullable String state) {
    return new Problem(
        409, "conflict", "Conflict with the current state", detail, List.of(), null, state);
  }

  /** Returns a 409 without a state. */
  public static Problem conflict(String detail) {
    return conflict(detail, null);
  }

  /** Returns a problem without faults. */
  public static Problem plain(int status, String kind, String title, String detail) {
    return new Problem(status, kind, title, detail, List.of(), null, null);
  }

  /** Returns this problem with a Retry-After header. */
  public Problem retryAfter(Duration wait) {
    return new Problem(status, kind, title, detail, faults, wait, state);
  }

  int status() {
    return status;
  }

  /** The last part of the problem's type. */
  public String kind() {
    return kind;
  }

  /** How long to wait before a retry, or null. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  ObjectNode json() {
    ObjectNode json = Json.object();
    json.put("type", "urn:taskforge:problem:" + kind);
    json.put("title", title);
    json.put("status", status);
    json.put("detail", detail);
    if (state != null) {
      json.put("state", state);
    }
    if (!faults.isEmpty()) {
      json.set("faults", json(faults));
    }
    return json;
  }

  /** Returns faults as JSON, as described by {@link #faultSchema}. */
  public static ArrayNode json(List<Fault> faults) {
    ArrayNode list = Json.array();
    faults.forEach(
        fault ->
            list.addObject()
                .put("key", fault.key())
                .put("value", fault.value())
                .put("rule", fault.rule()));
    return list;
  }

  static Schema schema() {
    return Schema.object("Problem")
        .required("type", Schema.text(), "a URN that identifies the kind of problem")
        .required("title", Schema.text(), "a short summary of the kind of problem")
        .required("status", Schema.integer(), "the HTTP status")
        .required("detail", Schema.text(), "what went wrong in this request")
        .optional("state", Schema.text(), "the current state, if it does not allow the request")
        .optional("instance", Schema.text(), "the incident number in the server's log")
        .optional("faults", Schema.list(faultSchema()), "all validation errors");
  }

  /** Returns the schema of a fault. */
  public static Schema faultSchema() {
    return Schema.object("Fault")
        .required("key", Schema.text(), "the path of the value, such as retryPolicy.maxDelay")
        .required("value", Schema.text(), "the value received")
        .required("rule", Schema.text(), "what is allowed");
  }
}

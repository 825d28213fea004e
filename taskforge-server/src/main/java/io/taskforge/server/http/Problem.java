package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What went wrong with a request, as RFC 9457 has it.
 *
 * @param kind the last part of the problem's type
 * @param faults everything that is wrong with what was sent
 * @param retryAfter when to try again, or null
 * @param state the state that the request met, for a conflict, or null
 */
public record Problem(
    int status,
    String kind,
    String title,
    String detail,
    List<Fault> faults,
    @Nullable Duration retryAfter,
    @Nullable String state) {
  private static final int MOST_FAULTS = 100;

  public Problem {
    faults = List.copyOf(faults);
  }

  /** Something that was sent is wrong. */
  public static Problem invalid(List<Fault> faults) {
    String detail =
        faults.size() == 1
            ? faults.get(0).toString()
            : faults.size() + " things are wrong; see faults";
    if (faults.size() > MOST_FAULTS) {
      detail += ", which has the first " + MOST_FAULTS;
    }
    List<Fault> shown = faults.subList(0, Math.min(faults.size(), MOST_FAULTS));
    return new Problem(400, "invalid", "The request is not valid", detail, shown, null, null);
  }

  /** One thing that was sent is wrong. */
  public static Problem invalid(Fault fault) {
    return invalid(List.of(fault));
  }

  /** There is no such thing. */
  public static Problem notFound(String what) {
    return plain(404, "not-found", "Not found", "there is no " + what);
  }

  /** What was asked can't be done to the thing as it stands. */
  public static Problem conflict(String detail, @Nullable String state) {
    return new Problem(
        409, "conflict", "Not possible in this state", detail, List.of(), null, state);
  }

  /** The thing has changed since the client looked. */
  public static Problem changedMeanwhile(String what) {
    return plain(
        412,
        "changed",
        "Changed meanwhile",
        what + " is not as If-Match says; read it again and decide anew");
  }

  /** Any other. */
  public static Problem plain(int status, String kind, String title, String detail) {
    return new Problem(status, kind, title, detail, List.of(), null, null);
  }

  /** Returns this problem with a time to wait. */
  public Problem retryAfter(Duration wait) {
    return new Problem(status, kind, title, detail, faults, wait, state);
  }

  /** Returns it to be thrown. */
  public ProblemException exception() {
    return new ProblemException(this);
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

  /** Faults as they are shown; see {@link #faultSchema}. */
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
        .required("type", Schema.text(), "a URN that names the kind of problem")
        .required("title", Schema.text(), "the kind in words")
        .required("status", Schema.integer(), "the HTTP status")
        .required("detail", Schema.text(), "what is wrong this time")
        .optional("state", Schema.text(), "the state that the request met")
        .optional("instance", Schema.text(), "the number under which the server's log has more")
        .optional("faults", Schema.list(faultSchema()), "everything that is wrong");
  }

  /** What one fault looks like. */
  public static Schema faultSchema() {
    return Schema.object("Fault")
        .required("key", Schema.text(), "where, such as retryPolicy.maxDelay")
        .required("value", Schema.text(), "what stands there")
        .required("rule", Schema.text(), "what is allowed there");
  }
}

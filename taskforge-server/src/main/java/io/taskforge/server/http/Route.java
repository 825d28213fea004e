package io.taskforge.server.http;

import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the API: method, path, parameters, responses, required access and endpoint.
 * Routing, validation, authorization and the OpenAPI document are derived from it. Immutable.
 *
 * @param path the path, with parameters in braces
 * @param inputs what the caller sends
 * @param access the access that callers need
 * @param audit whether calls are in the audit log
 * @param target what handles the request
 */
public record Route(
    String method,
    String path,
    Operation operation,
    Inputs inputs,
    Responses responses,
    Access access,
    Audit audit,
    Target target) {

  /**
   * What the OpenAPI document says about the operation.
   *
   * @param id the operation id, the name of the method in generated clients: a verb and its object,
   *     such as {@code listJobs}
   * @param summary what the operation does, in one line
   */
  public record Operation(String id, String summary) {}

  /**
   * The parameters and the body of a request.
   *
   * @param headers the request headers in the OpenAPI document
   * @param body the fields of the body; null if there is no body
   */
  public record Inputs(Shape path, Shape query, List<Field<?>> headers, @Nullable Shape body) {}

  /**
   * The responses of a route.
   *
   * @param answers the successful responses by status; null for a response without a body
   * @param problems the problems that are specific to this route, by status
   * @param mayBeText whether the response is plain text if the client prefers it
   * @param areLarge whether responses may have several MiB
   */
  public record Responses(
      Map<Integer, @Nullable Schema> answers,
      Set<Integer> problems,
      boolean mayBeText,
      boolean areLarge) {}

  /**
   * Whether calls are recorded.
   *
   * @param action the action in the audit log; null if calls are not recorded
   * @param unaudited why calls are not in the audit log, or null
   */
  public record Audit(@Nullable String action, @Nullable String unaudited) {}

  /** What handles the request: an endpoint, or one that streams events. The other is null. */
  public record Target(@Nullable Endpoint endpoint, @Nullable EventEndpoint events) {}

  @FunctionalInterface
  public interface Endpoint {
    Reply answer(Request request);
  }

  /** Handles a request for a stream of events. */
  public interface EventEndpoint {
    /** Returns the stream, or throws while another response than a stream is still possible. */
    Stream admit(Request request);
  }

  /** A stream of events that is not open yet. */
  public interface Stream {
    /** Starts to send events in the background. */
    void open(EventSink sink);

    /** Releases its resources if it cannot be opened. */
    void abandon();
  }

  public static Builder get(String path, String operation) {
    return new Builder("GET", path, operation);
  }

  public static Builder post(String path, String operation) {
    return new Builder("POST", path, operation);
  }

  public static Builder put(String path, String operation) {
    return new Builder("PUT", path, operation);
  }

  public static Builder delete(String path, String operation) {
    return new Builder("DELETE", path, operation);
  }

  public static final class Builder {
    private final String method;
    private final String path;
    private final String operation;
    private String summary = "";
    private final List<Field<?>> pathFields = new ArrayList<>();
    private final List<Field<?>> queryFields = new ArrayList<>();
    private final List<Field<?>> headers = new ArrayList<>();
    private @Nullable Shape body;
    private final Map<Integer, @Nullable Schema> answers = new LinkedHashMap<>();
    private final Set<Integer> problems = new TreeSet<>();
    private boolean text;
    private boolean large;
    private Access access;
    private @Nullable String action;
    private @Nullable String unaudited;

    private Builder(String method, String path, String operation) {
      this.method = method;
      this.path = path;
      this.operation = operation;
      access = Access.own(method.equals("GET") ? Scope.READ : Scope.WRITE);
    }

    public Builder summary(String line) {
      summary = line;
      return this;
    }

    /** Sets the required access; by default, to read or write the caller's own tenant. */
    public Builder access(Access needed) {
      access = needed;
      return this;
    }

    /**
     * Records each call in the audit log.
     *
     * @param what the action, such as {@code queue.pause}
     */
    public Builder audited(String what) {
      action = what;
      return this;
    }

    /** Says why a route that changes something is not in the audit log. */
    public Builder unaudited(String why) {
      unaudited = why;
      return this;
    }

    /** Adds a path parameter; an invalid value is a 404. */
    public Builder at(Field<?> field) {
      pathFields.add(field.asRequired());
      return this;
    }

    public Builder query(Field<?>... fields) {
      queryFields.addAll(List.of(fields));
      return this;
    }

    /** Documents request headers; the endpoint reads them itself. */
    public Builder headers(Field<?>... fields) {
      headers.addAll(List.of(fields));
      return this;
    }

    public Builder takes(Shape shape) {
      body = shape;
      return this;
    }

    public Builder answers(int status, Schema schema) {
      answers.put(status, schema);
      return this;
    }

    /** Adds a response without a body. */
    public Builder answers(int status) {
      answers.put(status, null);
      return this;
    }

    /** Allows a plain text response if the client prefers it. */
    public Builder orText() {
      text = true;
      return this;
    }

    /** Marks responses of several MiB, whose number is limited by a {@link HeapBudget}. */
    public Builder large() {
      large = true;
      return this;
    }

    /** Adds the problems that are specific to this route, by status. */
    public Builder problems(Integer... statuses) {
      problems.addAll(List.of(statuses));
      return this;
    }

    /** Sets the endpoint and builds the route. */
    public Route by(Endpoint endpoint) {
      return route(endpoint, null);
    }

    /** Sets the endpoint of a stream and builds the route. */
    public Route streamedBy(EventEndpoint endpoint) {
      return route(null, endpoint);
    }

    private Route route(@Nullable Endpoint endpoint, @Nullable EventEndpoint events) {
      return new Route(
          method,
          path,
          new Operation(operation, summary),
          new Inputs(
              new Shape("path", pathFields),
              new Shape("query", queryFields),
              List.copyOf(headers),
              body),
          new Responses(new LinkedHashMap<>(answers), Set.copyOf(problems), text, large),
          access,
          new Audit(action, unaudited),
          new Target(endpoint, events));
    }
  }
}

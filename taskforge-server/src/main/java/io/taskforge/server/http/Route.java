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
 */
public final class Route {
  private final String method;
  private final String path;
  private final String operation;
  private final String summary;
  private final Shape pathFields;
  private final Shape query;
  private final List<Field<?>> headers;
  private final @Nullable Shape body;
  private final Map<Integer, @Nullable Schema> answers;
  private final Set<Integer> problems;
  private final boolean text;
  private final boolean large;
  private final Access access;
  private final @Nullable String action;
  private final @Nullable String unaudited;
  private final @Nullable Endpoint endpoint;
  private final @Nullable EventEndpoint events;

  /** Handles a request. */
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

  private Route(Builder builder, @Nullable Endpoint endpoint, @Nullable EventEndpoint events) {
    method = builder.method;
    path = builder.path;
    operation = builder.operation;
    summary = builder.summary;
    pathFields = new Shape("path", builder.pathFields);
    query = new Shape("query", builder.queryFields);
    headers = List.copyOf(builder.headers);
    body = builder.body;
    answers = new LinkedHashMap<>(builder.answers);
    problems = new TreeSet<>(builder.problems);
    text = builder.text;
    large = builder.large;
    access = builder.access;
    action = builder.action;
    unaudited = builder.unaudited;
    this.endpoint = endpoint;
    this.events = events;
  }

  public static Builder get(String path) {
    return new Builder("GET", path);
  }

  public static Builder post(String path) {
    return new Builder("POST", path);
  }

  public static Builder put(String path) {
    return new Builder("PUT", path);
  }

  public static Builder delete(String path) {
    return new Builder("DELETE", path);
  }

  /** Builds a route. */
  public static final class Builder {
    private final String method;
    private final String path;
    private String operation = "";
    private String summary = "";
    private final List<Field<?>> pathFields = new ArrayList<>();
    private final List<Field<?>> queryFields = new ArrayList<>();
    private final List<Field<?>> headers = new ArrayList<>();
    private @Nullable Shape body;
    private final Map<Integer, @Nullable Schema> answers = new LinkedHashMap<>();
    private final List<Integer> problems = new ArrayList<>();
    private boolean text;
    private boolean large;
    private Access access;
    private @Nullable String action;
    private @Nullable String unaudited;

    private Builder(String method, String path) {
      this.method = method;
      this.path = path;
      access = Access.own(method.equals("GET") ? Scope.READ : Scope.WRITE);
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

    /**
     * Sets the operation id in the OpenAPI document, the name of the method in generated clients.
     *
     * @param name a verb and its object, such as {@code listJobs}
     */
    public Builder operation(String name) {
      operation = name;
      return this;
    }

    /** Sets the summary: what the operation does, in one line. */
    public Builder summary(String line) {
      summary = line;
      return this;
    }

    /** Adds a path parameter; an invalid value is a 404. */
    public Builder at(Field<?> field) {
      pathFields.add(field.asRequired());
      return this;
    }

    /** Adds query parameters. */
    public Builder query(Field<?>... fields) {
      queryFields.addAll(List.of(fields));
      return this;
    }

    /** Documents request headers; the endpoint reads them itself. */
    public Builder headers(Field<?>... fields) {
      headers.addAll(List.of(fields));
      return this;
    }

    /** Sets the fields of the body. */
    public Builder takes(Shape shape) {
      body = shape;
      return this;
    }

    /** Adds a response. */
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
    public Builder problems(int... statuses) {
      for (int status : statuses) {
        problems.add(status);
      }
      return this;
    }

    /** Sets the endpoint and builds the route. */
    public Route by(Endpoint endpoint) {
      return new Route(this, endpoint, null);
    }

    /** Sets the endpoint of a stream and builds the route. */
    public Route streamedBy(EventEndpoint endpoint) {
      return new Route(this, null, endpoint);
    }
  }

  public String method() {
    return method;
  }

  /** The path, with parameters in braces. */
  public String path() {
    return path;
  }

  /** The access that callers need. */
  public Access access() {
    return access;
  }

  /** The action in the audit log; null if calls are not recorded. */
  public @Nullable String action() {
    return action;
  }

  /** Why calls are not in the audit log, or null. */
  public @Nullable String unaudited() {
    return unaudited;
  }

  String operation() {
    return operation;
  }

  String summary() {
    return summary;
  }

  Shape pathFields() {
    return pathFields;
  }

  Shape query() {
    return query;
  }

  /** The request headers in the OpenAPI document. */
  List<Field<?>> headers() {
    return headers;
  }

  /** The fields of the body; null if there is no body. */
  @Nullable Shape body() {
    return body;
  }

  Map<Integer, @Nullable Schema> answers() {
    return answers;
  }

  Set<Integer> problems() {
    return problems;
  }

  /** Whether responses may have several MiB. */
  public boolean isLarge() {
    return large;
  }

  boolean mayBeText() {
    return text;
  }

  @Nullable Endpoint endpoint() {
    return endpoint;
  }

  @Nullable EventEndpoint events() {
    return events;
  }
}

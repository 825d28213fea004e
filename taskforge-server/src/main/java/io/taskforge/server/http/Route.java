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
 * One thing that the server can be asked: method and path, what may be sent, what is answered, and
 * who does it. Immutable; routing, checks and the OpenAPI document all come from it.
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

  /** Answers a request. */
  @FunctionalInterface
  public interface Endpoint {
    Reply answer(Request request);
  }

  /** Offers a stream of events. */
  public interface EventEndpoint {
    /**
     * Returns what will feed the stream, or refuses the request, as long as it can still be
     * answered otherwise than by a stream.
     */
    Stream admit(Request request);
  }

  /** A stream of events that has been promised to somebody. */
  public interface Stream {
    /** Begins to feed it, and returns. */
    void open(EventSink sink);

    /** Gives back what it took, as it could not be opened. */
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

  /** Describes a route, step by step. */
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

    /** Who may call it; by default, who may read or write a tenant's own things. */
    public Builder access(Access needed) {
      access = needed;
      return this;
    }

    /**
     * Has the audit log know who did it.
     *
     * @param what what is done to what, such as {@code queue.pause}
     */
    public Builder audited(String what) {
      action = what;
      return this;
    }

    /** Says why the audit log need not know, of a route that is no mere look. */
    public Builder unaudited(String why) {
      unaudited = why;
      return this;
    }

    /**
     * Sets the operation's name in the OpenAPI document: the method that generated clients have.
     *
     * @param name a verb and what it acts on, such as {@code listJobs}
     */
    public Builder operation(String name) {
      operation = name;
      return this;
    }

    /** What it does, in one line. */
    public Builder summary(String line) {
      summary = line;
      return this;
    }

    /** Names a part of the path; an unreadable one is answered 404. */
    public Builder at(Field<?> field) {
      pathFields.add(field.must());
      return this;
    }

    /** What the query may have. */
    public Builder query(Field<?>... fields) {
      queryFields.addAll(List.of(fields));
      return this;
    }

    /** Documents request headers; the endpoint reads them itself. */
    public Builder headers(Field<?>... fields) {
      headers.addAll(List.of(fields));
      return this;
    }

    /** Sets what the body must look like. */
    public Builder takes(Shape shape) {
      body = shape;
      return this;
    }

    /** A status that it answers with, and what that answer looks like. */
    public Builder answers(int status, Schema schema) {
      answers.put(status, schema);
      return this;
    }

    /** A status that it answers with and that has no body. */
    public Builder answers(int status) {
      answers.put(status, null);
      return this;
    }

    /** Says that the answer may be plain text, if the client prefers it. */
    public Builder orText() {
      text = true;
      return this;
    }

    /** Says that the answer may be some MiB: there is room for a limited number of those. */
    public Builder large() {
      large = true;
      return this;
    }

    /** The problems that it may answer with, besides those of every route. */
    public Builder problems(int... statuses) {
      for (int status : statuses) {
        problems.add(status);
      }
      return this;
    }

    /** Who answers. */
    public Route by(Endpoint endpoint) {
      return new Route(this, endpoint, null);
    }

    /** Who feeds the stream. */
    public Route streamedBy(EventEndpoint endpoint) {
      return new Route(this, null, endpoint);
    }
  }

  public String method() {
    return method;
  }

  /** The path, its parts in braces. */
  public String path() {
    return path;
  }

  /** What it asks of its caller. */
  public Access access() {
    return access;
  }

  /** What the audit log calls it; null if it is not written down. */
  public @Nullable String action() {
    return action;
  }

  /** Why it is not written down; null if nobody said. */
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

  /** The request headers that the document describes. */
  List<Field<?>> headers() {
    return headers;
  }

  /** What the body must look like; null where there is none. */
  @Nullable Shape body() {
    return body;
  }

  Map<Integer, @Nullable Schema> answers() {
    return answers;
  }

  Set<Integer> problems() {
    return problems;
  }

  /** Whether the answer may be some MiB. */
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

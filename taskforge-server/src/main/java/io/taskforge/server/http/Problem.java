package io.taskforge.server.http;

import io.taskforge.job.Outage;
import io.taskforge.json.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Ends a request with problem details, as in RFC 9457. Immutable. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_FAULTS = 100;
  private static final String OUTAGE = "Store unavailable";
  private static final Duration OUTAGE_RETRY = Duration.ofSeconds(2);

  public static final View<Fault> FAULT =
      View.<Fault>of("Fault")
          .text("key", Fault::key, "the path of the value, such as retryPolicy.maxDelay")
          .text("value", Fault::value, "the value received")
          .text("rule", Fault::rule, "what is allowed");

  static final View<Problem> VIEW =
      View.<Problem>of("Problem")
          .text(
              "type",
              p -> "urn:taskforge:problem:" + p.kind,
              "a URN that identifies the kind of problem")
          .text("title", p -> p.title, "a short summary of the kind of problem")
          .integer("status", Problem::status, "the HTTP status")
          .text("detail", p -> p.detail, "what went wrong in this request")
          .optional(
              "state",
              p -> p.state,
              Schema.text(),
              "the current state, if it does not allow the request")
          .optional("instance", p -> null, Schema.text(), "the incident number in the server's log")
          .optional(
              "faults",
              p -> p.faults.isEmpty() ? null : faults(p.faults),
              Schema.list(FAULT),
              "all validation errors");

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

  public static Problem invalid(String key, String value, String rule) {
    return invalid(List.of(new Fault(key, value, rule)));
  }

  public static Problem notFound(String what) {
    return plain(404, "not-found", "Not found", "there is no " + what);
  }

  /** Returns a 409: the state of the resource does not allow the request. */
  public static Problem conflict(String detail, @Nullable String state) {
    return new Problem(
        409, "conflict", "Conflict with the current state", detail, List.of(), null, state);
  }

  public static Problem conflict(String detail) {
    return conflict(detail, null);
  }

  /** Returns a 429: a rate limit or quota is exceeded, and nothing was stored. */
  public static Problem limitExceeded(String detail, Duration wait) {
    return plain(429, "too-much", "Limit exceeded", detail).retryAfter(wait);
  }

  public static Problem plain(int status, String kind, String title, String detail) {
    return new Problem(status, kind, title, detail, List.of(), null, null);
  }

  /**
   * Returns a 503: the store is unavailable. It reveals no host, path or user.
   *
   * @param outage the store's outage; null if only one call failed
   */
  public static Problem outage(@Nullable Outage outage) {
    if (outage == null || outage == Outage.UNREACHABLE) {
      String why =
          outage == null ? "the store failed to process the request" : outage.description();
      return plain(
              503,
              "store-unavailable",
              OUTAGE,
              why
                  + "; retry later, with the same idempotency key if the request creates jobs,"
                  + " because its outcome may be unknown")
          .retryAfter(OUTAGE_RETRY);
    }
    String kind = "store-" + outage.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Problem problem = plain(503, kind, OUTAGE, outage.description() + "; " + outage.advice());
    // Corruption needs an operator.
    return outage == Outage.CORRUPT ? problem : problem.retryAfter(OUTAGE_RETRY);
  }

  /** Returns this problem with a Retry-After header. */
  public Problem retryAfter(Duration wait) {
    return new Problem(status, kind, title, detail, faults, wait, state);
  }

  public static List<ObjectNode> faults(List<Fault> faults) {
    return faults.stream().map(FAULT::json).toList();
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
    return VIEW.json(this);
  }
}

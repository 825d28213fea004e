package io.taskforge.server.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.taskforge.server.access.ForbiddenException;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever is thrown while a request is answered into a problem for the client. */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  // Made ahead of time, when there is memory for it.
  private static final Problem OUT_OF_MEMORY =
      Problem.plain(
              503,
              "busy",
              "The server is short of memory",
              "the request was not answered; try again, or ask for fewer items")
          .retryAfter(Duration.ofSeconds(2));

  private Refusals() {}

  static void addTo(JavalinConfig config, Supplier<String> incidents) {
    config.routes.exception(ProblemException.class, (e, context) -> send(context, e.problem()));
    config.routes.exception(UnauthorizedException.class, Refusals::unknownCaller);
    config.routes.exception(ForbiddenException.class, Refusals::forbidden);
    config.routes.exception(StoreException.class, Refusals::storeUnavailable);
    config.routes.exception(HttpResponseException.class, Refusals::refused);
    config.routes.exception(
        Exception.class, (e, context) -> unexpected(e, context, incidents.get()));
  }

  /** Returns what ends a request that ran out of memory; by now what it had read is garbage. */
  static ProblemException outOfMemory(Context context, OutOfMemoryError e) {
    try {
      LOG.error("{} {}: out of memory", context.method(), context.path(), e);
    } catch (OutOfMemoryError again) {
      // Not even the log has room; the client is told all the same.
    }
    return OUT_OF_MEMORY.exception();
  }

  private static void send(Context context, Problem problem) {
    Sending.later(context, Reply.problem(problem));
  }

  private static void unknownCaller(UnauthorizedException e, Context context) {
    context.header("WWW-Authenticate", "Bearer realm=\"taskforge\"");
    send(
        context,
        Problem.plain(401, "unauthorized", "Who are you?", String.valueOf(e.getMessage())));
  }

  private static void forbidden(ForbiddenException e, Context context) {
    send(
        context,
        Problem.plain(403, "forbidden", "Not with this key", String.valueOf(e.getMessage())));
  }

  private static void storeUnavailable(StoreException e, Context context) {
    LOG.atLevel(e.logLevel()).log("{} {}: {}", context.method(), context.path(), e.getMessage());
    send(context, OutageProblem.of(e.outage()));
  }

  /** What the framework refuses by itself, such as bodies that are too long. */
  private static void refused(HttpResponseException e, Context context) {
    int status = e.getStatus();
    send(
        context,
        status == 413
            ? Body.tooLong()
            : Problem.plain(status, "refused", "Refused", String.valueOf(e.getMessage())));
  }

  private static void unexpected(Exception e, Context context, String incident) {
    LOG.error("incident {}: {} {}", incident, context.method(), context.path(), e);
    Problem problem =
        Problem.plain(
            500,
            "unexpected",
            "Something went wrong here",
            "it is not your fault; the log has more under incident " + incident);
    send(context, problem);
  }
}

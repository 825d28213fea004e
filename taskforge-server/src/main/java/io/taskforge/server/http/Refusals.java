package io.taskforge.server.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.taskforge.server.access.ForbiddenException;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.store.StoreException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever is thrown while a request is answered into a problem for the client. */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

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

  private static void send(Context context, Problem problem) {
    HttpServer.send(context, Reply.problem(problem));
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

  /** What the framework refuses by itself: unknown paths, wrong methods, bodies too long. */
  private static void refused(HttpResponseException e, Context context) {
    int status = e.getStatus();
    send(
        context,
        switch (status) {
          case 404 ->
              Problem.notFound(
                  "route %s %s; GET /openapi.json describes all there are"
                      .formatted(context.method(), context.path()));
          case 405 ->
              Problem.plain(
                  405,
                  "method",
                  "Method not allowed",
                  context.path()
                      + " does not understand "
                      + context.method()
                      + "; allowed are "
                      + e.getDetails().getOrDefault("availableMethods", "others"));
          case 413 -> Body.tooLong();
          default -> Problem.plain(status, "refused", "Refused", String.valueOf(e.getMessage()));
        });
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

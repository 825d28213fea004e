package io.taskforge.server.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.StoreException;
import io.taskforge.server.access.ForbiddenException;
import io.taskforge.server.access.UnauthorizedException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps exceptions to problem details. */
final class ExceptionMapper {
  private static final Logger LOG = LoggerFactory.getLogger(ExceptionMapper.class);

  // Created while there is memory for it. A problem has no stack trace.
  @SuppressWarnings("StaticAssignmentOfThrowable")
  private static final Problem OUT_OF_MEMORY =
      Problem.plain(
              503,
              "busy",
              "The server is short of memory",
              "the request was not processed; retry later, or request fewer items")
          .retryAfter(Duration.ofSeconds(2));

  private ExceptionMapper() {}

  static void addTo(JavalinConfig config, Supplier<String> incidents) {
    config.routes.exception(Problem.class, (e, context) -> send(context, e));
    config.routes.exception(UnauthorizedException.class, ExceptionMapper::unauthorized);
    config.routes.exception(ForbiddenException.class, ExceptionMapper::forbidden);
    config.routes.exception(StoreException.class, ExceptionMapper::storeUnavailable);
    config.routes.exception(HttpResponseException.class, ExceptionMapper::rejected);
    config.routes.exception(
        Exception.class, (e, context) -> unexpected(e, context, incidents.get()));
  }

  /** Returns the exception for a request that ran out of memory; its data is garbage by now. */
  static Problem outOfMemory(Context context, OutOfMemoryError e) {
    try {
      LOG.error("request ran out of memory: {} {}", context.method(), context.path(), e);
    } catch (OutOfMemoryError again) {
      // There is no memory for the log line either; the client still gets the response.
    }
    return OUT_OF_MEMORY;
  }

  private static void send(Context context, Problem problem) {
    ReplySender.later(context, Reply.problem(problem));
  }

  private static void unauthorized(UnauthorizedException e, Context context) {
    context.header("WWW-Authenticate", "Bearer realm=\"taskforge\"");
    send(
        context,
        Problem.plain(
            401, "unauthorized", "Authentication required", String.valueOf(e.getMessage())));
  }

  private static void forbidden(ForbiddenException e, Context context) {
    send(
        context,
        Problem.plain(
            403, "forbidden", "Not allowed for this API key", String.valueOf(e.getMessage())));
  }

  private static void storeUnavailable(StoreException e, Context context) {
    LOG.atLevel(StoreLogLevel.of(e))
        .log("{} {}: {}", context.method(), context.path(), e.getMessage());
    send(context, Problem.outage(e.outage()));
  }

  /** Requests that the framework rejects, such as too large bodies. */
  private static void rejected(HttpResponseException e, Context context) {
    int status = e.getStatus();
    send(
        context,
        status == 413
            ? RequestBody.tooLong()
            : Problem.plain(status, "refused", "Request rejected", String.valueOf(e.getMessage())));
  }

  private static void unexpected(Exception e, Context context, String incident) {
    LOG.error("request failed, incident {}: {} {}", incident, context.method(), context.path(), e);
    Problem problem =
        Problem.plain(
            500,
            "unexpected",
            "Internal error",
            "the server failed; its log has the details of incident " + incident);
    send(context, problem);
  }
}

package io.taskforge.server.http;

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

  /** Returns the response to a request that failed with {@code e}. */
  static Reply reply(Exception e, Exchange exchange, Supplier<String> incidents) {
    if (e instanceof Problem problem) {
      return Reply.problem(problem);
    }
    if (e instanceof UnauthorizedException) {
      return plain(401, "unauthorized", "Authentication required", e);
    }
    if (e instanceof ForbiddenException) {
      return plain(403, "forbidden", "Not allowed for this API key", e);
    }
    if (e instanceof StoreException outage) {
      LOG.atLevel(StoreLogLevel.of(outage))
          .log("{} {}: {}", exchange.method(), exchange.path(), e.getMessage());
      return Reply.problem(Problem.outage(outage.outage()));
    }
    return unexpected(e, exchange, incidents.get());
  }

  /** Returns the exception for a request that ran out of memory; its data is garbage by now. */
  static Problem outOfMemory(Exchange exchange, OutOfMemoryError e) {
    try {
      LOG.error("request ran out of memory: {} {}", exchange.method(), exchange.path(), e);
    } catch (OutOfMemoryError again) {
      // There is no memory for the log line either; the client still gets the response.
    }
    return OUT_OF_MEMORY;
  }

  private static Reply plain(int status, String type, String title, Exception e) {
    return Reply.problem(Problem.plain(status, type, title, String.valueOf(e.getMessage())));
  }

  /** Requests that the framework rejects, such as too large bodies. */
  static Reply rejected(int status, Exception e) {
    return status == 413
        ? Reply.problem(RequestBody.tooLong())
        : plain(status, "refused", "Request rejected", e);
  }

  private static Reply unexpected(Exception e, Exchange exchange, String incident) {
    LOG.error(
        "request failed, incident {}: {} {}", incident, exchange.method(), exchange.path(), e);
    return Reply.problem(
        Problem.plain(
            500,
            "unexpected",
            "Internal error",
            "the server failed; its log has the details of incident " + incident));
  }
}

package io.taskforge.server.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.taskforge.job.StoreException;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.ForbiddenException;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.server.audit.AuditNote;
import io.taskforge.server.audit.AuditRecorder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Authenticates, authorizes and reads the requests of a route, and sends its responses. */
record RouteHandler(
    Route route,
    Authenticator authenticator,
    AuditRecorder auditor,
    HeapBudget heap,
    ConnectionLimits limits)
    implements Handler {

  @Override
  public void handle(Context context) throws IOException {
    Route.EventEndpoint events = route.events();
    if (events == null) {
      answer(context);
    } else {
      stream(context, events);
    }
  }

  private void stream(Context context, Route.EventEndpoint events) throws IOException {
    Caller caller = authenticate(context);
    caller.check(route.access());
    SseSink.requireAccepted(context.header("Accept"));
    Route.Stream stream =
        events.admit(Request.read(context, caller, new AuditNote(null, ""), route));
    if (context.method().equals(HandlerType.HEAD)) {
      stream.abandon();
      SseSink.sendHead(context);
      return;
    }
    String key = context.header("Authorization");
    SseSink.open(context, () -> isAuthorized(key), stream);
  }

  /** Whether the key of an open stream is still valid: revoking a key ends its streams. */
  private boolean isAuthorized(@Nullable String authorization) {
    try {
      authenticator.authenticate(authorization).check(route.access());
      return true;
    } catch (UnauthorizedException | ForbiddenException e) {
      return false;
    } catch (StoreException e) {
      return true; // keep the stream while the store is unavailable
    }
  }

  /** Identifies the caller before anything else of the request is read. */
  private Caller authenticate(Context context) {
    return route.access().open()
        ? Caller.ANONYMOUS
        : authenticator.authenticate(context.header("Authorization"));
  }

  private void answer(Context context) {
    Caller caller = authenticate(context);
    AuditNote note =
        new AuditNote(route.action(), String.join("/", context.pathParamMap().values()));
    try {
      caller.check(route.access());
      try (HeapBudget.Reservation reservation = heap.reserve(needed(context), caller.tenant())) {
        Reply reply = reply(Request.read(context, caller, note, route));
        if (route.isLarge()) {
          reservation.shrinkTo(reply.body().length);
          ReplySender.now(context, reply, limits.requestMillis());
        } else {
          ReplySender.later(context, reply);
        }
      }
    } catch (ForbiddenException e) {
      auditor.denied(caller, note);
      throw e;
    } catch (OutOfMemoryError e) {
      throw ExceptionMapper.outOfMemory(context, e);
    }
  }

  /** Returns the heap that a request may take, in bytes. */
  private int needed(Context context) {
    int body = route.body() == null ? 0 : HeapBudget.forBody(context.req().getContentLengthLong());
    return route.isLarge() ? Math.max(body, HeapBudget.LARGE_REPLY) : body;
  }

  private Reply reply(Request request) {
    Route.Endpoint endpoint = route.endpoint();
    if (endpoint == null) {
      throw new IllegalStateException(route.path() + " has no endpoint");
    }
    Reply reply = endpoint.answer(request);
    // Before the response is sent: then the client finds its action in the audit log.
    auditor.done(request.caller(), request.audit(), reply.status());
    return reply;
  }
}

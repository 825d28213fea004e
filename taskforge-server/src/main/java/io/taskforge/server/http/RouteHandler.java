package io.taskforge.server.http;

import io.taskforge.job.StoreException;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.ForbiddenException;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.server.audit.AuditNote;
import io.taskforge.server.audit.AuditRecorder;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** Authenticates, authorizes and reads the requests of a route, and sends its responses. */
record RouteHandler(Route route, CallerIdentity callers, AuditRecorder auditor, HeapBudget heap) {
  /**
   * Handles a request.
   *
   * @param path the path parameters, decoded
   */
  void handle(Exchange exchange, Map<String, String> path) throws IOException {
    Route.EventEndpoint events = route.target().events();
    if (events == null) {
      answer(exchange, path);
    } else {
      stream(exchange, path, events);
    }
  }

  private void stream(Exchange exchange, Map<String, String> path, Route.EventEndpoint events)
      throws IOException {
    Supplier<Caller> caller = callers.of(exchange);
    Caller first = caller.get();
    first.check(route.access());
    EventStreams.requireAccepted(exchange.header("Accept"));
    Route.Stream stream =
        events.admit(Request.read(exchange, path, first, new AuditNote(null, ""), route));
    if (exchange.method().equals("HEAD")) {
      stream.abandon();
      exchange.sendStreamHead();
      return;
    }
    exchange.stream(stream, () -> isAuthorized(caller));
  }

  /** Whether the caller of an open stream is still valid: revoking a key ends its streams. */
  private boolean isAuthorized(Supplier<Caller> caller) {
    try {
      caller.get().check(route.access());
      return true;
    } catch (UnauthorizedException | ForbiddenException e) {
      return false;
    } catch (StoreException e) {
      return true; // keep the stream while the store is unavailable
    }
  }

  private void answer(Exchange exchange, Map<String, String> path) {
    // Identified before anything else of the request is read.
    Caller caller = route.access().open() ? Caller.ANONYMOUS : callers.of(exchange).get();
    AuditNote note = new AuditNote(route.audit().action(), String.join("/", path.values()));
    try {
      caller.check(route.access());
      try (HeapBudget.Reservation reservation = heap.reserve(needed(exchange), caller.tenant())) {
        Reply reply = reply(Request.read(exchange, path, caller, note, route));
        if (route.responses().areLarge()) {
          reservation.shrinkTo(reply.body().length);
          exchange.sendLarge(reply);
        } else {
          exchange.send(reply);
        }
      }
    } catch (ForbiddenException e) {
      auditor.denied(caller, note);
      throw e;
    } catch (OutOfMemoryError e) {
      throw ExceptionMapper.outOfMemory(exchange, e);
    }
  }

  /** Returns the heap that a request may take, in bytes. */
  private int needed(Exchange exchange) {
    int body = route.inputs().body() == null ? 0 : HeapBudget.forBody(exchange.contentLength());
    return route.responses().areLarge() ? Math.max(body, HeapBudget.LARGE_REPLY) : body;
  }

  private Reply reply(Request request) {
    Route.Endpoint endpoint = route.target().endpoint();
    if (endpoint == null) {
      throw new IllegalStateException(route.path() + " has no endpoint");
    }
    Reply reply = endpoint.answer(request);
    // Before the response is sent: then the client finds its action in the audit log.
    auditor.done(request.caller(), request.audit(), reply.status());
    return reply;
  }
}

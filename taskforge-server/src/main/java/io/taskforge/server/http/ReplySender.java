package io.taskforge.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends responses. */
final class ReplySender {
  private static final Logger LOG = LoggerFactory.getLogger(ReplySender.class);
  // The JDK copies each write to memory outside of the heap.
  private static final int CHUNK = 32 * 1024;

  private ReplySender() {}

  /** Hands a response to the framework, which sends it after the request is handled. */
  static void later(Context context, Reply reply) {
    if (setHeaders(context, reply)) {
      context.result(reply.body());
    }
  }

  /**
   * Sends a response, except for the last chunk, which stays in a small buffer. Closes the
   * connection if the client takes longer than the limit to read, because the response holds heap.
   */
  static void now(Context context, Reply reply, long limitMillis) {
    if (!setHeaders(context, reply)) {
      return;
    }
    byte[] body = reply.body();
    Request request = ServletContextRequest.getServletContextRequest(context.req());
    EndPoint client = request.getConnectionMetaData().getConnection().getEndPoint();
    Scheduler.Task tooSlow =
        request
            .getComponents()
            .getScheduler()
            .schedule(client::close, limitMillis, TimeUnit.MILLISECONDS);
    try {
      OutputStream out = context.outputStream();
      for (int from = 0; from < body.length; from += CHUNK) {
        out.write(body, from, Math.min(CHUNK, body.length - from));
      }
    } catch (IOException e) {
      LOG.debug("client disconnected: {} {}", context.method(), context.path(), e);
    } finally {
      tooSlow.cancel();
    }
  }

  private static boolean setHeaders(Context context, Reply reply) {
    context.status(reply.status());
    reply.headers().forEach(context::header);
    String type = reply.contentType();
    if (type == null) {
      return false;
    }
    context.contentType(type);
    return true;
  }
}

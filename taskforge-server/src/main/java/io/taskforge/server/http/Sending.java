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

/** Sends answers to clients. */
final class Sending {
  private static final Logger LOG = LoggerFactory.getLogger(Sending.class);
  // The JDK copies what is written at once to memory outside of the heap.
  private static final int PIECE = 32 * 1024;

  private Sending() {}

  /** Hands an answer to the framework, which sends it once the request was handled. */
  static void later(Context context, Reply reply) {
    if (head(context, reply)) {
      context.result(reply.body());
    }
  }

  /**
   * Sends an answer, all but its last piece, which waits in a small buffer. A client that takes
   * longer than the limit to read it loses its connection: the answer holds memory meanwhile.
   */
  static void now(Context context, Reply reply, long limitMillis) {
    if (!head(context, reply)) {
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
      for (int from = 0; from < body.length; from += PIECE) {
        out.write(body, from, Math.min(PIECE, body.length - from));
      }
    } catch (IOException e) {
      LOG.debug("client went away: {} {}", context.method(), context.path(), e);
    } finally {
      tooSlow.cancel();
    }
  }

  private static boolean head(Context context, Reply reply) {
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

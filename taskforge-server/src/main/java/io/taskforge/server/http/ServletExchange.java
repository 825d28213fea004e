package io.taskforge.server.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange of a servlet container.
 *
 * @param mount the path below which the routes are mounted, with the path of the application
 */
public record ServletExchange(
    HttpServletRequest request, HttpServletResponse response, String mount) implements Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(ServletExchange.class);

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return request.getRequestURI().substring(mount.length());
  }

  @Override
  public @Nullable String queryString() {
    return request.getQueryString();
  }

  @Override
  public @Nullable String header(String name) {
    return request.getHeader(name);
  }

  @Override
  public long contentLength() {
    return request.getContentLengthLong();
  }

  @Override
  public byte[] body(int limit) throws IOException {
    try (InputStream in = request.getInputStream()) {
      return in.readNBytes(limit);
    }
  }

  @Override
  public void setHeader(String name, String value) {
    response.setHeader(name, value);
  }

  @Override
  public void send(Reply reply) {
    response.setStatus(reply.status());
    reply.headers().forEach(this::setReplyHeader);
    if (reply.contentType() == null) {
      return;
    }
    response.setContentType(reply.contentType());
    response.setContentLength(reply.body().length);
    try {
      if (!method().equals("HEAD")) {
        response.getOutputStream().write(reply.body());
      }
    } catch (IOException e) {
      LOG.debug("client disconnected: {} {}", method(), path(), e);
    }
  }

  private void setReplyHeader(String name, String value) {
    setHeader(name, name.equals("Location") ? mount + value : value);
  }

  /** The container sends the response while this blocks. */
  @Override
  public void sendLarge(Reply reply) {
    send(reply);
  }

  @Override
  public void sendStreamHead() throws IOException {
    response.setStatus(HttpServletResponse.SC_OK);
    response.setContentType(EventStreams.TYPE + ";charset=UTF-8");
    response.setHeader("X-Accel-Buffering", "no"); // proxies must not buffer the stream
    response.flushBuffer();
  }

  @Override
  public void stream(Route.Stream stream, BooleanSupplier admitted) throws IOException {
    EventSink sink = null;
    boolean begun = false;
    try {
      sendStreamHead();
      AsyncContext async = request.startAsync();
      async.setTimeout(0); // the stream does not time out
      sink = new ServletSink(async, admitted);
      stream.open(sink);
      begun = true;
    } finally {
      if (!begun) {
        stream.abandon();
        if (sink != null) {
          sink.close();
        }
      }
    }
  }
}

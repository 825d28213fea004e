package io.taskforge.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;

/** An exchange of our own HTTP server. */
record JavalinExchange(Context context, ConnectionLimits limits) implements Exchange {
  @Override
  public String method() {
    return context.req().getMethod();
  }

  @Override
  public String mount() {
    return "";
  }

  @Override
  public String path() {
    return context.path();
  }

  @Override
  public @Nullable String queryString() {
    return context.queryString();
  }

  @Override
  public @Nullable String header(String name) {
    return context.header(name);
  }

  @Override
  public long contentLength() {
    return context.req().getContentLengthLong();
  }

  @Override
  public byte[] body(int limit) throws IOException {
    try (InputStream in = context.req().getInputStream()) {
      return in.readNBytes(limit);
    } catch (HttpException.RuntimeException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void setHeader(String name, String value) {
    context.header(name, value);
  }

  @Override
  public void send(Reply reply) {
    ReplySender.later(context, reply);
  }

  @Override
  public void sendLarge(Reply reply) {
    ReplySender.now(context, reply, limits.requestMillis());
  }

  @Override
  public void sendStreamHead() throws IOException {
    SseSink.sendHead(context);
  }

  @Override
  public void stream(Route.Stream stream, BooleanSupplier admitted) throws IOException {
    SseSink.open(context, admitted, stream);
  }
}

package io.taskforge.server.http;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** A stream of server-sent events (SSE). */
final class SseSink implements EventSink {
  private final SseClient client;
  private final BooleanSupplier admitted;

  private SseSink(SseClient client, BooleanSupplier admitted) {
    this.client = client;
    this.admitted = admitted;
    client.keepAlive();
  }

  /**
   * Responds with an event stream and passes it to {@code stream}. The framework's own handler
   * sends no response to clients without an Accept header, or with {@code *}{@code /*} as curl
   * sends it.
   *
   * @param admitted whether the client is still authorized
   */
  static void open(Context context, BooleanSupplier admitted, Route.Stream stream)
      throws IOException {
    boolean begun = false;
    try {
      sendHead(context);
      context.async(
          config -> config.timeout = 0, // the stream does not time out
          () -> feed(new SseClient(context), admitted, stream));
      begun = true;
    } finally {
      if (!begun) {
        stream.abandon();
      }
    }
  }

  /** Sends the status and the headers of a stream. */
  static void sendHead(Context context) throws IOException {
    context.status(200);
    context.res().setCharacterEncoding("UTF-8"); // as the standard requires
    context.contentType(EventStreams.TYPE);
    context.header("Connection", "close");
    context.header("X-Accel-Buffering", "no"); // proxies must not buffer the stream
    context.res().flushBuffer();
  }

  private static void feed(SseClient client, BooleanSupplier admitted, Route.Stream stream) {
    boolean fed = false;
    try {
      stream.open(new SseSink(client, admitted));
      fed = true;
    } finally {
      if (!fed) {
        stream.abandon();
        client.close();
      }
    }
  }

  @Override
  public void send(String id, String name, JsonNode data) {
    client.sendEvent(name, Json.write(data), id);
  }

  @Override
  public void comment(String text) {
    client.sendComment(text);
  }

  @Override
  public boolean isClosed() {
    return client.terminated();
  }

  @Override
  public boolean isAuthorized() {
    return admitted.getAsBoolean();
  }

  @Override
  public void close() {
    client.close();
  }
}

package io.taskforge.server.http;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** A client's stream of server-sent events. */
final class SseSink implements EventSink {
  static final String TYPE = "text/event-stream";

  private final SseClient client;
  private final BooleanSupplier admitted;

  private SseSink(SseClient client, BooleanSupplier admitted) {
    this.client = client;
    this.admitted = admitted;
    client.keepAlive();
  }

  /**
   * Answers with a stream, and hands it over. The framework's own handler answers nothing at all to
   * who sends no Accept header, or any such as curl's.
   *
   * @param admitted whether the client may still listen
   */
  static void open(Context context, BooleanSupplier admitted, Consumer<EventSink> user)
      throws IOException {
    context.status(200);
    context.contentType(TYPE);
    context.header("Connection", "close");
    context.header("X-Accel-Buffering", "no"); // a proxy must not wait for more
    context.res().flushBuffer();
    context.async(
        config -> config.timeout = 0, // the stream has no end of its own
        () -> user.accept(new SseSink(new SseClient(context), admitted)));
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
    return client.terminated() || !admitted.getAsBoolean();
  }

  @Override
  public void close() {
    client.close();
  }
}

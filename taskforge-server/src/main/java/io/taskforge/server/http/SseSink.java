package io.taskforge.server.http;

import io.javalin.http.sse.SseClient;
import tools.jackson.databind.JsonNode;

/** A client's stream of server-sent events. */
final class SseSink implements EventSink {
  private final SseClient client;

  SseSink(SseClient client) {
    this.client = client;
    client.keepAlive();
  }

  @Override
  public void send(long id, String name, JsonNode data) {
    client.sendEvent(name, Json.write(data), Long.toString(id));
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
  public void onClose(Runnable action) {
    client.onClose(action);
  }

  @Override
  public void close() {
    client.close();
  }
}

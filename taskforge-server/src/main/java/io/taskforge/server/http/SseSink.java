package io.taskforge.server.http;

import io.javalin.http.sse.SseClient;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** A client's stream of server-sent events. */
final class SseSink implements EventSink {
  private final SseClient client;
  private final BooleanSupplier admitted;

  SseSink(SseClient client, BooleanSupplier admitted) {
    this.client = client;
    this.admitted = admitted;
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
    return client.terminated() || !admitted.getAsBoolean();
  }

  @Override
  public void close() {
    client.close();
  }
}

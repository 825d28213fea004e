package io.taskforge.server.http;

import io.taskforge.json.strict.Json;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** A stream of server-sent events (SSE) of a servlet container. */
final class ServletSink implements EventSink, AsyncListener {
  private final AsyncContext async;
  private final BooleanSupplier admitted;
  private final AtomicBoolean closed = new AtomicBoolean();

  ServletSink(AsyncContext async, BooleanSupplier admitted) {
    this.async = async;
    this.admitted = admitted;
    async.addListener(this);
  }

  @Override
  public void send(String id, String name, JsonNode data) {
    // JSON has no line breaks of its own.
    write("id: %s\nevent: %s\ndata: %s\n\n".formatted(id, name, Json.write(data)));
  }

  @Override
  public void comment(String text) {
    write(": " + text + "\n\n");
  }

  private void write(String text) {
    if (closed.get()) {
      return;
    }
    try {
      ServletOutputStream out = async.getResponse().getOutputStream();
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException | IllegalStateException e) { // the client has disconnected
      close();
    }
  }

  @Override
  public boolean isClosed() {
    return closed.get();
  }

  @Override
  public boolean isAuthorized() {
    return admitted.getAsBoolean();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      async.complete();
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    closed.set(true);
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    close();
  }

  @Override
  public void onError(AsyncEvent event) {
    close();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}

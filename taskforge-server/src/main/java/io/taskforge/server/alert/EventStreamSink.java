package io.taskforge.server.alert;

import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Sends alerts to a stream of events: the alert, and in {@code change} what became of it. */
public final class EventStreamSink implements AlertSink {
  private final Consumer<ObjectNode> stream;

  /** Sends them to {@code stream}. */
  public EventStreamSink(Consumer<ObjectNode> stream) {
    this.stream = stream;
  }

  @Override
  public void raised(Alert alert) {
    stream.accept(AlertJson.of(alert).put("change", "raised"));
  }

  @Override
  public void resolved(Alert alert) {
    stream.accept(AlertJson.of(alert).put("change", "resolved"));
  }
}

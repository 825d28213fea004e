package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/** Sends alerts to a stream of events: the alert, and in {@code change} what became of it. */
public final class EventStreamSink implements AlertSink {
  private final BiConsumer<TenantId, ObjectNode> stream;

  /** Sends them to {@code stream}, with whose they are. */
  public EventStreamSink(BiConsumer<TenantId, ObjectNode> stream) {
    this.stream = stream;
  }

  @Override
  public void raised(Alert alert) {
    stream.accept(alert.tenant(), AlertJson.of(alert).put("change", "raised"));
  }

  @Override
  public void resolved(Alert alert) {
    stream.accept(alert.tenant(), AlertJson.of(alert).put("change", "resolved"));
  }
}

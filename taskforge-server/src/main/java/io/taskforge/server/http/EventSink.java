package io.taskforge.server.http;

import tools.jackson.databind.JsonNode;

/** One client that listens to a stream of events. Used by one thread at a time. */
public interface EventSink {
  /** Sends an event; does nothing once the client has gone. */
  void send(String id, String name, JsonNode data);

  /** Sends a line that keeps the connection alive and means nothing. */
  void comment(String text);

  /** Whether the client has gone, or may listen no more. */
  boolean isClosed();

  void close();
}

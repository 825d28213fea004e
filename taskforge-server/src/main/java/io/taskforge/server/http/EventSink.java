package io.taskforge.server.http;

import tools.jackson.databind.JsonNode;

/** The stream of events to one client. Not thread-safe. */
public interface EventSink {
  /** Sends an event; does nothing after the client has disconnected. */
  void send(String id, String name, JsonNode data);

  /** Sends a comment, which clients ignore, to keep the connection alive. */
  void comment(String text);

  /** Whether the client has disconnected. */
  boolean isClosed();

  /** Whether the client is still authorized; may read the store. */
  boolean isAuthorized();

  void close();
}

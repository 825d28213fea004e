package io.taskforge.server.http;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One HTTP request and its response, independent of the HTTP server. Not thread-safe. */
public interface Exchange {
  String method();

  /** The path below which the routes are mounted; empty for the server's own port. */
  String mount();

  /** The path below which the routes are mounted is removed; percent-encoded. */
  String path();

  /** The query, percent-encoded, or null. */
  @Nullable String queryString();

  @Nullable String header(String name);

  /** The Content-Length, or -1 if it is not known. */
  long contentLength();

  /**
   * Reads the body, but no more than {@code limit} bytes.
   *
   * @throws IOException if the client does not send all of it
   */
  byte[] body(int limit) throws IOException;

  /** Sets a header of the response. */
  void setHeader(String name, String value);

  void send(Reply reply);

  /** As {@link #send}, for a reply of several MiB: nothing holds it when this returns. */
  void sendLarge(Reply reply);

  /** Sends the status and the headers of an event stream, and nothing else. */
  void sendStreamHead() throws IOException;

  /**
   * Responds with an event stream and passes it to {@code stream}, or abandons the stream.
   *
   * @param admitted whether the client is still authorized
   */
  void stream(Route.Stream stream, BooleanSupplier admitted) throws IOException;
}

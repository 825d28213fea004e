package io.taskforge.server.endpoint;

import java.io.IOException;

/**
 * Responses that are followed by more bytes than their framing allows. The surplus is a complete
 * second response with the caller's Authorization header in it: a client that reuses the connection
 * takes it for the response to its next request.
 */
public enum BrokenFraming implements Behaviour {
  HEAD_WITH_BODY("HEAD", "200 OK\r\nContent-Length: 500\r\n\r\n"),
  NOT_MODIFIED_WITH_BODY("GET", "304 Not Modified\r\n\r\n"),
  NO_CONTENT_WITH_BODY("POST", "204 No Content\r\n\r\n"),
  CONTENT_LENGTH_TOO_SHORT("POST", "200 OK\r\nContent-Length: 2\r\n\r\nok"),
  TWO_RESPONSES("POST", "200 OK\r\nContent-Length: 0\r\n\r\n"),
  BYTES_AFTER_LAST_CHUNK(
      "POST", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");

  private final String method;
  private final String response;

  BrokenFraming(String method, String response) {
    this.method = method;
    this.response = "HTTP/1.1 " + response;
  }

  /** The request method that this response belongs to. */
  public String method() {
    return method;
  }

  @Override
  public void answer(Exchange exchange) throws IOException {
    exchange.write(response + surplus(exchange.request()));
  }

  /** Sends the surplus separately, after the response was sent. */
  public Behaviour inTwoWrites() {
    return exchange -> {
      exchange.write(response.replaceFirst("\r\n", "\r\nConnection: close\r\n"));
      exchange.write(surplus(exchange.request()));
    };
  }

  private static String surplus(Received request) {
    String body = "forged " + request.headers().get("authorization");
    return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }
}

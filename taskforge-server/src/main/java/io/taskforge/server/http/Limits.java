package io.taskforge.server.http;

import java.time.Duration;

/** Limits of requests and connections. */
public final class Limits {
  /** The maximum size of a body, in bytes. */
  public static final int MAX_BODY_BYTES = 1024 * 1024;

  /** The maximum number of items of one page. */
  public static final int MAX_PAGE = 1_000;

  /** The default number of items of one page. */
  public static final int DEFAULT_PAGE = 50;

  /** The maximum size of the request line with all headers, in bytes. */
  static final int MAX_HEADER_BYTES = 16 * 1024;

  /** The maximum number of open connections. */
  public static final int MAX_CONNECTIONS = 1_000;

  /** The idle timeout of connections, in milliseconds. */
  static final int IDLE_MILLIS = 30_000;

  /** The timeout from a request's first byte to the response's first byte, in milliseconds. */
  static final int REQUEST_MILLIS = 60_000;

  /** How long a large request waits for free heap before it is rejected. */
  static final Duration HEAP_WAIT = Duration.ofSeconds(10);

  private Limits() {}
}

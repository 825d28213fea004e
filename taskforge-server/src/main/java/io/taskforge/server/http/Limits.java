package io.taskforge.server.http;

import java.time.Duration;

/** What a client may send at most. */
public final class Limits {
  /** The longest body, in bytes. */
  public static final int MAX_BODY_BYTES = 1024 * 1024;

  /** The most items of one page. */
  public static final int MAX_PAGE = 1_000;

  /** The items of a page where the client does not say. */
  public static final int DEFAULT_PAGE = 50;

  /** The longest request line with all headers, in bytes. */
  static final int MAX_HEADER_BYTES = 16 * 1024;

  /** The most connections at once. */
  public static final int MAX_CONNECTIONS = 1_000;

  /** How long a connection may be silent, in milliseconds. */
  static final int IDLE_MILLIS = 30_000;

  /** How long a request may take, from its first byte to the answer's first, in milliseconds. */
  static final int REQUEST_MILLIS = 60_000;

  /** How long a large request waits for room in the heap before it is refused. */
  static final Duration HEAP_WAIT = Duration.ofSeconds(10);

  private Limits() {}
}

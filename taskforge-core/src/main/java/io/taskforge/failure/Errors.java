package io.taskforge.failure;

/** The error types that TaskForge itself uses. Handlers may use any other name. */
public final class Errors {
  /** A timeout: of the handler, a socket or an SQL statement. */
  public static final ErrorType TIMEOUT = ErrorType.of("timeout");

  /** Connecting timed out; also a {@link #TIMEOUT}. */
  public static final ErrorType CONNECT_TIMEOUT = ErrorType.of("connect_timeout");

  /** The connection failed or was lost. */
  public static final ErrorType CONNECTION_ERROR = ErrorType.of("connection_error");

  /** Connection refused; also a {@link #CONNECTION_ERROR}. */
  public static final ErrorType CONNECTION_REFUSED = ErrorType.of("connection_refused");

  /** The host name does not resolve; also a {@link #CONNECTION_ERROR}. */
  public static final ErrorType UNKNOWN_HOST = ErrorType.of("unknown_host");

  /** The TLS handshake failed; also a {@link #CONNECTION_ERROR}. */
  public static final ErrorType TLS_ERROR = ErrorType.of("tls_error");

  /** The response violates the protocol; also a {@link #CONNECTION_ERROR}. */
  public static final ErrorType MALFORMED_RESPONSE = ErrorType.of("malformed_response");

  /**
   * More bytes followed the end of an HTTP response, so the response cannot be trusted; also a
   * {@link #CONNECTION_ERROR}.
   */
  public static final ErrorType BROKEN_RESPONSE = ErrorType.of("broken_response");

  /** The SSRF protection blocks this target. */
  public static final ErrorType TARGET_BLOCKED = ErrorType.of("target_blocked");

  /** A temporary problem, reported by a handler. */
  public static final ErrorType TEMPORARY_FAILURE = ErrorType.of("temporary_failure");

  /** Rate limit exceeded, as in HTTP 429. */
  public static final ErrorType RATE_LIMITED = ErrorType.of("rate_limited");

  /** No capacity, such as a full pool or queue. */
  public static final ErrorType OVERLOADED = ErrorType.of("overloaded");

  /** The JVM ran out of memory. */
  public static final ErrorType OUT_OF_MEMORY = ErrorType.of("out_of_memory");

  /** The input is invalid. */
  public static final ErrorType VALIDATION = ErrorType.of("ValidationError");

  /** The requested resource does not exist. */
  public static final ErrorType NOT_FOUND = ErrorType.of("NotFoundError");

  /** The credentials are missing or wrong. */
  public static final ErrorType UNAUTHORIZED = ErrorType.of("UnauthorizedError");

  /** The credentials are valid, but permission is missing. */
  public static final ErrorType FORBIDDEN = ErrorType.of("ForbiddenError");

  /** The input cannot be parsed. */
  public static final ErrorType SYNTAX = ErrorType.of("SyntaxError");

  private Errors() {}
}

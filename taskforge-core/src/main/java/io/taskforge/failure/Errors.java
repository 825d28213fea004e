package io.taskforge.failure;

/** The error types that TaskForge itself gives. A handler may give any other name. */
public final class Errors {
  /** Ran past a time limit: the handler's own, a socket's or a statement's. */
  public static final ErrorType TIMEOUT = ErrorType.of("timeout");

  /** Nobody answered the wish to connect; a {@link #TIMEOUT} too. */
  public static final ErrorType CONNECT_TIMEOUT = ErrorType.of("connect_timeout");

  /** No connection, or it broke. */
  public static final ErrorType CONNECTION_ERROR = ErrorType.of("connection_error");

  /** Nobody listens there; a {@link #CONNECTION_ERROR} too. */
  public static final ErrorType CONNECTION_REFUSED = ErrorType.of("connection_refused");

  /** The host's name has no address; a {@link #CONNECTION_ERROR} too. */
  public static final ErrorType UNKNOWN_HOST = ErrorType.of("unknown_host");

  /** The TLS handshake failed; a {@link #CONNECTION_ERROR} too. */
  public static final ErrorType TLS_ERROR = ErrorType.of("tls_error");

  /** What came back is not what the protocol allows; a {@link #CONNECTION_ERROR} too. */
  public static final ErrorType MALFORMED_ANSWER = ErrorType.of("malformed_answer");

  /**
   * More bytes followed the end of an HTTP response, so the response cannot be trusted; a {@link
   * #CONNECTION_ERROR} too.
   */
  public static final ErrorType BROKEN_RESPONSE = ErrorType.of("broken_response");

  /** The rules on outbound calls forbid this target. */
  public static final ErrorType TARGET_BLOCKED = ErrorType.of("target_blocked");

  /** A handler's word for "try again". */
  public static final ErrorType TEMPORARY_FAILURE = ErrorType.of("temporary_failure");

  /** Asked too often: HTTP 429. */
  public static final ErrorType RATE_LIMITED = ErrorType.of("rate_limited");

  /** No room for more work: a full pool or queue. */
  public static final ErrorType OVERLOADED = ErrorType.of("overloaded");

  /** The heap is full. */
  public static final ErrorType OUT_OF_MEMORY = ErrorType.of("out_of_memory");

  /** The data is wrong and stays wrong. */
  public static final ErrorType VALIDATION = ErrorType.of("ValidationError");

  /** What was asked for does not exist. */
  public static final ErrorType NOT_FOUND = ErrorType.of("NotFoundError");

  /** The credentials are missing or wrong. */
  public static final ErrorType UNAUTHORIZED = ErrorType.of("UnauthorizedError");

  /** The credentials are right, the permission is missing. */
  public static final ErrorType FORBIDDEN = ErrorType.of("ForbiddenError");

  /** A text that can't be parsed. */
  public static final ErrorType SYNTAX = ErrorType.of("SyntaxError");

  private Errors() {}
}

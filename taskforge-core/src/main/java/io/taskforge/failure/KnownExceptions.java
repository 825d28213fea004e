package io.taskforge.failure;

import io.taskforge.failure.FailureClassifier.Meaning;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The built-in classification of exceptions and error types. Exceptions are listed by class name,
 * so that their libraries are not needed. {@code docs/guides/failures.md} shows this table;
 * FailureGuideTest keeps them in sync.
 */
final class KnownExceptions {
  /** The kinds of the types in {@link Errors}; every other type is transient. */
  static final Map<ErrorType, FailureKind> KINDS =
      Map.of(
          Errors.VALIDATION, FailureKind.PERMANENT,
          Errors.NOT_FOUND, FailureKind.PERMANENT,
          Errors.UNAUTHORIZED, FailureKind.PERMANENT,
          Errors.FORBIDDEN, FailureKind.PERMANENT,
          Errors.SYNTAX, FailureKind.PERMANENT,
          Errors.TARGET_BLOCKED, FailureKind.PERMANENT,
          Errors.RATE_LIMITED, FailureKind.OVERLOAD,
          Errors.OVERLOADED, FailureKind.OVERLOAD,
          Errors.OUT_OF_MEMORY, FailureKind.OVERLOAD);

  static final Map<String, Meaning> BY_CLASS_NAME = byClassName();

  /** Each type's broader type, which policies can match too. */
  static final Map<ErrorType, ErrorType> BROADER =
      Map.of(
          Errors.CONNECT_TIMEOUT, Errors.TIMEOUT,
          Errors.CONNECTION_REFUSED, Errors.CONNECTION_ERROR,
          Errors.UNKNOWN_HOST, Errors.CONNECTION_ERROR,
          Errors.TLS_ERROR, Errors.CONNECTION_ERROR,
          Errors.MALFORMED_RESPONSE, Errors.CONNECTION_ERROR,
          Errors.BROKEN_RESPONSE, Errors.CONNECTION_ERROR);

  private static final Set<String> WRAPPERS =
      Set.of(
          "java.lang.RuntimeException",
          "java.lang.Exception",
          "java.lang.reflect.InvocationTargetException",
          "java.lang.reflect.UndeclaredThrowableException",
          "java.util.concurrent.CompletionException",
          "java.util.concurrent.ExecutionException",
          "java.io.UncheckedIOException");

  private KnownExceptions() {}

  /** Whether the exception only wraps its cause. */
  static boolean isWrapper(Throwable thrown) {
    return WRAPPERS.contains(thrown.getClass().getName()) && StackTraceText.causeOf(thrown) != null;
  }

  private static Map<String, Meaning> byClassName() {
    Map<String, Meaning> map = new HashMap<>();
    put(
        map,
        Errors.TIMEOUT,
        "java.util.concurrent.TimeoutException",
        "java.net.SocketTimeoutException",
        "java.net.http.HttpTimeoutException",
        "java.io.InterruptedIOException",
        "java.sql.SQLTimeoutException");
    put(map, Errors.CONNECTION_REFUSED, "java.net.ConnectException");
    put(
        map,
        Errors.UNKNOWN_HOST,
        "java.net.UnknownHostException",
        "java.nio.channels.UnresolvedAddressException");
    put(map, Errors.TLS_ERROR, "javax.net.ssl.SSLException");
    put(
        map,
        Errors.CONNECTION_ERROR,
        "java.net.SocketException",
        "java.net.ProtocolException",
        "java.nio.channels.ClosedChannelException",
        "java.io.EOFException",
        "java.sql.SQLTransientConnectionException",
        "java.sql.SQLNonTransientConnectionException",
        "java.sql.SQLRecoverableException");
    put(
        map,
        Errors.TEMPORARY_FAILURE,
        "java.sql.SQLTransientException",
        "java.util.ConcurrentModificationException");
    put(map, Errors.OVERLOADED, "java.util.concurrent.RejectedExecutionException");
    put(map, Errors.OUT_OF_MEMORY, "java.lang.OutOfMemoryError");
    put(
        map,
        Errors.VALIDATION,
        "java.lang.IllegalArgumentException",
        "java.sql.SQLDataException",
        "java.sql.SQLIntegrityConstraintViolationException",
        "jakarta.validation.ValidationException",
        "javax.validation.ValidationException",
        "tools.jackson.databind.exc.MismatchedInputException",
        "com.fasterxml.jackson.databind.exc.MismatchedInputException");
    put(
        map,
        Errors.NOT_FOUND,
        "java.io.FileNotFoundException",
        "java.nio.file.NoSuchFileException",
        "jakarta.persistence.EntityNotFoundException",
        "javax.persistence.EntityNotFoundException");
    put(
        map,
        Errors.UNAUTHORIZED,
        "javax.security.auth.login.LoginException",
        "java.sql.SQLInvalidAuthorizationSpecException");
    put(
        map,
        Errors.FORBIDDEN,
        "java.lang.SecurityException",
        "java.nio.file.AccessDeniedException");
    put(
        map,
        Errors.SYNTAX,
        "java.text.ParseException",
        "java.time.format.DateTimeParseException",
        "java.util.regex.PatternSyntaxException",
        "java.net.URISyntaxException",
        "java.net.MalformedURLException",
        "java.sql.SQLSyntaxErrorException",
        "tools.jackson.core.exc.StreamReadException",
        "com.fasterxml.jackson.core.JsonParseException");
    return Map.copyOf(map);
  }

  private static void put(Map<String, Meaning> map, ErrorType type, String... classNames) {
    Meaning meaning = new Meaning(type, KINDS.getOrDefault(type, FailureKind.TRANSIENT));
    for (String className : classNames) {
      map.put(className, meaning);
    }
  }
}

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
  static final Map<String, Meaning> BY_CLASS_NAME = byClassName();

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
        new Meaning(Errors.TIMEOUT, FailureKind.TRANSIENT),
        "java.util.concurrent.TimeoutException",
        "java.net.SocketTimeoutException",
        "java.net.http.HttpTimeoutException",
        "java.io.InterruptedIOException",
        "java.sql.SQLTimeoutException");
    put(
        map,
        new Meaning(Errors.CONNECTION_REFUSED, FailureKind.TRANSIENT),
        "java.net.ConnectException");
    put(
        map,
        new Meaning(Errors.UNKNOWN_HOST, FailureKind.TRANSIENT),
        "java.net.UnknownHostException",
        "java.nio.channels.UnresolvedAddressException");
    put(map, new Meaning(Errors.TLS_ERROR, FailureKind.TRANSIENT), "javax.net.ssl.SSLException");
    put(
        map,
        new Meaning(Errors.CONNECTION_ERROR, FailureKind.TRANSIENT),
        "java.net.SocketException",
        "java.net.ProtocolException",
        "java.nio.channels.ClosedChannelException",
        "java.io.EOFException",
        "java.sql.SQLTransientConnectionException",
        "java.sql.SQLNonTransientConnectionException",
        "java.sql.SQLRecoverableException");
    put(
        map,
        new Meaning(Errors.TEMPORARY_FAILURE, FailureKind.TRANSIENT),
        "java.sql.SQLTransientException",
        "java.util.ConcurrentModificationException");
    put(
        map,
        new Meaning(Errors.OVERLOADED, FailureKind.OVERLOAD),
        "java.util.concurrent.RejectedExecutionException");
    put(map, new Meaning(Errors.OUT_OF_MEMORY, FailureKind.OVERLOAD), "java.lang.OutOfMemoryError");
    put(
        map,
        new Meaning(Errors.VALIDATION, FailureKind.PERMANENT),
        "java.lang.IllegalArgumentException",
        "java.sql.SQLDataException",
        "java.sql.SQLIntegrityConstraintViolationException",
        "jakarta.validation.ValidationException",
        "javax.validation.ValidationException",
        "tools.jackson.databind.exc.MismatchedInputException",
        "com.fasterxml.jackson.databind.exc.MismatchedInputException");
    put(
        map,
        new Meaning(Errors.NOT_FOUND, FailureKind.PERMANENT),
        "java.io.FileNotFoundException",
        "java.nio.file.NoSuchFileException",
        "jakarta.persistence.EntityNotFoundException",
        "javax.persistence.EntityNotFoundException");
    put(
        map,
        new Meaning(Errors.UNAUTHORIZED, FailureKind.PERMANENT),
        "javax.security.auth.login.LoginException",
        "java.sql.SQLInvalidAuthorizationSpecException");
    put(
        map,
        new Meaning(Errors.FORBIDDEN, FailureKind.PERMANENT),
        "java.lang.SecurityException",
        "java.nio.file.AccessDeniedException");
    put(
        map,
        new Meaning(Errors.SYNTAX, FailureKind.PERMANENT),
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

  private static void put(Map<String, Meaning> map, Meaning meaning, String... classNames) {
    for (String className : classNames) {
      map.put(className, meaning);
    }
  }
}

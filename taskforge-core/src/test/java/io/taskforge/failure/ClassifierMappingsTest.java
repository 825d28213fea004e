package io.taskforge.failure;

import static io.taskforge.failure.FailureKind.OVERLOAD;
import static io.taskforge.failure.FailureKind.PERMANENT;
import static io.taskforge.failure.FailureKind.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ConcurrentModificationException;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The built-in classification: exceptions, error types and HTTP statuses. */
class ClassifierMappingsTest {
  private static final FailureClassifier CLASSIFIER = FailureClassifier.standard();

  static Stream<Arguments> exceptions() {
    return Stream.of(
        Arguments.of(new java.util.concurrent.TimeoutException(), "timeout", TRANSIENT),
        Arguments.of(new java.net.SocketTimeoutException(), "timeout", TRANSIENT),
        Arguments.of(made("java.net.http.HttpTimeoutException"), "timeout", TRANSIENT),
        Arguments.of(made("java.net.http.HttpConnectTimeoutException"), "timeout", TRANSIENT),
        Arguments.of(new java.io.InterruptedIOException(), "timeout", TRANSIENT),
        Arguments.of(new java.sql.SQLTimeoutException(), "timeout", TRANSIENT),
        Arguments.of(new java.net.ConnectException(), "connection_refused", TRANSIENT),
        Arguments.of(new java.net.UnknownHostException(), "unknown_host", TRANSIENT),
        Arguments.of(new java.nio.channels.UnresolvedAddressException(), "unknown_host", TRANSIENT),
        Arguments.of(new javax.net.ssl.SSLException("x"), "tls_error", TRANSIENT),
        Arguments.of(new javax.net.ssl.SSLHandshakeException("x"), "tls_error", TRANSIENT),
        Arguments.of(new java.net.SocketException(), "connection_error", TRANSIENT),
        Arguments.of(new java.net.NoRouteToHostException(), "connection_error", TRANSIENT),
        Arguments.of(new java.net.ProtocolException(), "connection_error", TRANSIENT),
        Arguments.of(new java.nio.channels.ClosedChannelException(), "connection_error", TRANSIENT),
        Arguments.of(new java.io.EOFException(), "connection_error", TRANSIENT),
        Arguments.of(new java.sql.SQLTransientConnectionException(), "connection_error", TRANSIENT),
        Arguments.of(
            new java.sql.SQLNonTransientConnectionException(), "connection_error", TRANSIENT),
        Arguments.of(new java.sql.SQLRecoverableException(), "connection_error", TRANSIENT),
        Arguments.of(new java.sql.SQLTransientException(), "temporary_failure", TRANSIENT),
        Arguments.of(
            new java.sql.SQLTransactionRollbackException(), "temporary_failure", TRANSIENT),
        Arguments.of(new ConcurrentModificationException(), "temporary_failure", TRANSIENT),
        Arguments.of(new RejectedExecutionException(), "overloaded", OVERLOAD),
        Arguments.of(new OutOfMemoryError(), "out_of_memory", OVERLOAD),
        Arguments.of(new IllegalArgumentException(), "ValidationError", PERMANENT),
        Arguments.of(new NumberFormatException(), "ValidationError", PERMANENT),
        Arguments.of(new java.sql.SQLDataException(), "ValidationError", PERMANENT),
        Arguments.of(
            new java.sql.SQLIntegrityConstraintViolationException(), "ValidationError", PERMANENT),
        Arguments.of(new java.io.FileNotFoundException(), "NotFoundError", PERMANENT),
        Arguments.of(new java.nio.file.NoSuchFileException("x"), "NotFoundError", PERMANENT),
        Arguments.of(
            new javax.security.auth.login.LoginException(), "UnauthorizedError", PERMANENT),
        Arguments.of(
            new java.sql.SQLInvalidAuthorizationSpecException(), "UnauthorizedError", PERMANENT),
        Arguments.of(new SecurityException(), "ForbiddenError", PERMANENT),
        Arguments.of(new java.nio.file.AccessDeniedException("x"), "ForbiddenError", PERMANENT),
        Arguments.of(new java.text.ParseException("x", 0), "SyntaxError", PERMANENT),
        Arguments.of(
            new java.time.format.DateTimeParseException("x", "y", 0), "SyntaxError", PERMANENT),
        Arguments.of(
            new java.util.regex.PatternSyntaxException("x", "y", 0), "SyntaxError", PERMANENT),
        Arguments.of(new java.net.URISyntaxException("x", "y"), "SyntaxError", PERMANENT),
        Arguments.of(new java.net.MalformedURLException(), "SyntaxError", PERMANENT),
        Arguments.of(new java.sql.SQLSyntaxErrorException(), "SyntaxError", PERMANENT),
        Arguments.of(new StackOverflowError(), "StackOverflowError", TRANSIENT),
        Arguments.of(new LinkageError(), "LinkageError", TRANSIENT),
        Arguments.of(new NoClassDefFoundError("x"), "NoClassDefFoundError", TRANSIENT),
        Arguments.of(new AssertionError(), "AssertionError", TRANSIENT),
        Arguments.of(new NullPointerException(), "NullPointerException", TRANSIENT),
        Arguments.of(new java.io.IOException(), "IOException", TRANSIENT),
        Arguments.of(new Exception(), "Exception", TRANSIENT));
  }

  // From a module that this one does not read, so it is looked up by name.
  private static Throwable made(String className) {
    try {
      return Class.forName(className)
          .asSubclass(Throwable.class)
          .getConstructor(String.class)
          .newInstance("too slow");
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(className, e);
    }
  }

  @ParameterizedTest
  @MethodSource("exceptions")
  void an_exception_has_a_type_and_a_kind(Throwable thrown, String type, FailureKind kind) {
    Failure failure = CLASSIFIER.classify(thrown);

    assertThat(failure.type().name()).isEqualTo(type);
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.statusCode()).isNull();
    assertThat(failure.retryForbidden()).isFalse();
    assertThat(failure.is(ErrorType.of(thrown.getClass()))).isTrue();
    assertThat(failure.is(ErrorType.of(thrown.getClass().getSimpleName()))).isTrue();
    assertThat(failure.is(ErrorType.of("java.lang.Throwable"))).isTrue();
    assertThat(failure.stackTrace()).startsWith(thrown.getClass().getName());
  }

  @Test
  void every_mapping_of_a_jdk_class_is_tested_above() {
    Set<String> tried =
        exceptions()
            .map(arguments -> arguments.get()[0].getClass().getName())
            .collect(java.util.stream.Collectors.toSet());

    assertThat(KnownExceptions.BY_CLASS_NAME.keySet())
        .filteredOn(name -> name.startsWith("java.") || name.startsWith("javax.net"))
        .isSubsetOf(tried);
  }

  @ParameterizedTest
  @CsvSource({
    "tools.jackson.core.exc.StreamReadException, SyntaxError",
    "com.fasterxml.jackson.core.JsonParseException, SyntaxError",
    "tools.jackson.databind.exc.MismatchedInputException, ValidationError",
    "com.fasterxml.jackson.databind.exc.MismatchedInputException, ValidationError",
    "jakarta.validation.ValidationException, ValidationError",
    "javax.validation.ValidationException, ValidationError",
    "jakarta.persistence.EntityNotFoundException, NotFoundError",
    "javax.persistence.EntityNotFoundException, NotFoundError"
  })
  void library_exceptions_are_matched_by_class_name(String className, String type) {
    assertThat(KnownExceptions.BY_CLASS_NAME)
        .containsEntry(className, new FailureClassifier.Meaning(ErrorType.of(type), PERMANENT));
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, TRANSIENT",
    "connect_timeout, TRANSIENT",
    "connection_error, TRANSIENT",
    "connection_refused, TRANSIENT",
    "unknown_host, TRANSIENT",
    "tls_error, TRANSIENT",
    "malformed_response, TRANSIENT",
    "broken_response, TRANSIENT",
    "target_blocked, PERMANENT",
    "temporary_failure, TRANSIENT",
    "rate_limited, OVERLOAD",
    "overloaded, OVERLOAD",
    "out_of_memory, OVERLOAD",
    "ValidationError, PERMANENT",
    "validationerror, PERMANENT",
    "NotFoundError, PERMANENT",
    "UnauthorizedError, PERMANENT",
    "ForbiddenError, PERMANENT",
    "SyntaxError, PERMANENT",
    "something_else, TRANSIENT"
  })
  void every_error_type_has_a_kind(String name, FailureKind kind) {
    Failure failure = CLASSIFIER.classify(ReportedError.of(ErrorType.of(name)), "it broke");

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.type().name()).isEqualTo(name);
    assertThat(failure.message()).isEqualTo("it broke");
    assertThat(failure.stackTrace()).isEmpty();
    assertThat(CLASSIFIER.classify(HandlerFailure.of(ErrorType.of(name), "it broke")).kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "connection_refused",
    "unknown_host",
    "tls_error",
    "malformed_response",
    "broken_response"
  })
  void specific_connection_errors_are_connection_errors_too(String name) {
    ErrorType type = ErrorType.of(name);
    FailureClassifier extended = CLASSIFIER.with(Odd.class, type, TRANSIENT);

    assertThat(CLASSIFIER.classify(ReportedError.of(type), "x").is(Errors.CONNECTION_ERROR))
        .isTrue();
    assertThat(CLASSIFIER.classify(HandlerFailure.of(type, "x")).is(Errors.CONNECTION_ERROR))
        .isTrue();
    assertThat(extended.classify(new Odd()).is(Errors.CONNECTION_ERROR)).isTrue();
  }

  @Test
  void a_connect_timeout_is_a_timeout_too() {
    assertThat(
            CLASSIFIER.classify(ReportedError.of(Errors.CONNECT_TIMEOUT), "x").is(Errors.TIMEOUT))
        .isTrue();
  }

  private static final class Odd extends Exception {}

  @Test
  void a_refused_connection_is_a_connection_error_and_a_timeout_is_not() {
    assertThat(CLASSIFIER.classify(new java.net.ConnectException()).is(Errors.CONNECTION_ERROR))
        .isTrue();
    assertThat(
            CLASSIFIER
                .classify(made("java.net.http.HttpTimeoutException"))
                .is(Errors.CONNECTION_ERROR))
        .isFalse();
  }

  @Test
  void every_status_has_a_type_a_class_and_a_kind() {
    IntStream.rangeClosed(300, 599)
        .forEach(
            status -> {
              Failure failure = CLASSIFIER.classify(ReportedError.ofStatus(status), "answer");
              assertThat(failure.type().name()).isEqualTo("http_" + status);
              assertThat(failure.is(ErrorType.of("http_" + status / 100 + "xx"))).isTrue();
              assertThat(failure.statusCode()).isEqualTo(status);
              assertThat(failure.message()).isEqualTo("answer");
              assertThat(failure.kind()).as("%s", status).isEqualTo(expectedKind(status));
            });
  }

  private static FailureKind expectedKind(int status) {
    return switch (status) {
      case 429, 503 -> OVERLOAD;
      case 408, 425 -> TRANSIENT;
      default -> status >= 500 ? TRANSIENT : PERMANENT;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "400, ValidationError",
    "401, UnauthorizedError",
    "403, ForbiddenError",
    "404, NotFoundError",
    "410, NotFoundError",
    "422, ValidationError",
    "429, rate_limited"
  })
  void well_known_statuses_match_an_error_type(int status, String name) {
    assertThat(CLASSIFIER.classify(ReportedError.ofStatus(status), "x").alsoKnownAs())
        .containsExactlyInAnyOrder(ErrorType.of(name), ErrorType.of("http_4xx"));
  }
}

package io.taskforge.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How causes, HandlerFailure and custom mappings are classified. */
class ClassifierTest {
  private static final FailureClassifier CLASSIFIER = FailureClassifier.standard();

  static class OrderRejected extends RuntimeException {
    OrderRejected(String message) {
      super(message);
    }
  }

  static final class OrderRejectedForGood extends OrderRejected {
    OrderRejectedForGood() {
      super("for good");
    }
  }

  static final class ValidationError extends RuntimeException {}

  static Stream<Throwable> wrappers() {
    IOException cause = new IOException("disk full");
    return Stream.of(
        new RuntimeException(cause),
        new Exception(cause),
        new UncheckedIOException(cause),
        new CompletionException(cause),
        new ExecutionException(cause),
        new InvocationTargetException(cause),
        new UndeclaredThrowableException(cause),
        new CompletionException(new ExecutionException(new RuntimeException(cause))));
  }

  @Test
  void a_failure_shows_its_type_its_kind_and_its_message() {
    assertThat(Failure.of(Errors.VALIDATION, FailureKind.PERMANENT, "no address"))
        .hasToString("ValidationError (PERMANENT): no address");
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void a_wrapper_is_classified_by_its_cause(Throwable wrapper) {
    Failure failure = CLASSIFIER.classify(wrapper);

    assertThat(failure.type().name()).isEqualTo("IOException");
    assertThat(failure.message()).isEqualTo("disk full");
    assertThat(failure.is(ErrorType.of(wrapper.getClass()))).isTrue();
  }

  @Test
  void a_wrapper_without_a_cause_is_its_own_type() {
    assertThat(CLASSIFIER.classify(new RuntimeException("odd")).type().name())
        .isEqualTo("RuntimeException");
  }

  @Test
  void an_exception_that_is_no_wrapper_is_the_type_even_with_a_cause() {
    Failure failure = CLASSIFIER.classify(new IllegalStateException("s", new IOException("i")));

    assertThat(failure.type().name()).isEqualTo("IllegalStateException");
    assertThat(failure.message()).isEqualTo("s");
    assertThat(failure.is(ErrorType.of("IOException"))).isTrue();
  }

  @Test
  void the_outermost_mapped_exception_decides() {
    Throwable thrown =
        new IllegalStateException(
            "outer", new SocketTimeoutException("slow").initCause(new ConnectException("no")));

    Failure failure = CLASSIFIER.classify(thrown);

    assertThat(failure.type()).isEqualTo(Errors.TIMEOUT);
    assertThat(failure.message()).isEqualTo("slow");
  }

  @Test
  void causes_come_before_suppressed_exceptions() {
    IllegalStateException thrown = new IllegalStateException("s", new ConnectException("no"));
    thrown.addSuppressed(new SocketTimeoutException("slow"));

    assertThat(CLASSIFIER.classify(thrown).type()).isEqualTo(Errors.CONNECTION_REFUSED);
  }

  @Test
  void a_suppressed_exception_decides_if_no_other_is_mapped() {
    IOException cause = new IOException("i");
    cause.addSuppressed(new Exception(new SocketTimeoutException("slow")));
    IllegalStateException thrown = new IllegalStateException("s", cause);

    assertThat(CLASSIFIER.classify(thrown).type()).isEqualTo(Errors.TIMEOUT);
  }

  @Test
  void an_exception_class_with_the_name_of_a_permanent_error_is_permanent() {
    Failure failure = CLASSIFIER.classify(new ValidationError());

    assertThat(failure.type()).isEqualTo(Errors.VALIDATION);
    assertThat(failure.kind()).isEqualTo(FailureKind.PERMANENT);
  }

  @Test
  void an_anonymous_class_matches_its_own_and_its_superclass_name() {
    Failure failure = CLASSIFIER.classify(new IllegalStateException("anonymous") {});

    assertThat(failure.type().name()).matches("ClassifierTest\\$\\d+");
    assertThat(failure.is(ErrorType.of("IllegalStateException"))).isTrue();
  }

  @Test
  void handler_failure_overrides_the_classifier() {
    HandlerFailure thrown =
        HandlerFailure.of(ErrorType.of("card_declined"), "no funds")
            .kind(FailureKind.OVERLOAD)
            .retryIn(Duration.ofSeconds(10))
            .retryAfter(Duration.ofSeconds(20))
            .doNotRetry()
            .causedBy(new SocketTimeoutException());

    Failure failure = CLASSIFIER.classify(new CompletionException(thrown));

    assertThat(failure.type().name()).isEqualTo("card_declined");
    assertThat(thrown.type()).isEqualTo(failure.type());
    assertThat(failure.kind()).isEqualTo(FailureKind.OVERLOAD);
    assertThat(failure.message()).isEqualTo("no funds");
    assertThat(failure.requestedDelay()).isEqualTo(Duration.ofSeconds(10));
    assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(20));
    assertThat(failure.retryForbidden()).isTrue();
    assertThat(failure.statusCode()).isNull();
    assertThat(failure.is(ErrorType.of(SocketTimeoutException.class))).isTrue();
    assertThat(failure.stackTrace())
        .contains("handler_failure_overrides_the_classifier", "Caused by: ");
  }

  @Test
  void each_handler_failure_method_keeps_the_other_values() {
    IOException cause = new IOException("i");
    HandlerFailure all =
        HandlerFailure.ofStatus(429, "slow down")
            .causedBy(cause)
            .doNotRetry()
            .retryAfter(Duration.ofSeconds(20))
            .retryIn(Duration.ofSeconds(10))
            .kind(FailureKind.TRANSIENT);

    Failure failure = CLASSIFIER.classify(all);

    assertThat(all).hasCause(cause).hasMessage("slow down");
    assertThat(failure.statusCode()).isEqualTo(429);
    assertThat(failure.type().name()).isEqualTo("http_429");
    assertThat(failure.is(Errors.RATE_LIMITED)).isTrue();
    assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
    assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(20));
    assertThat(failure.requestedDelay()).isEqualTo(Duration.ofSeconds(10));
    assertThat(failure.retryForbidden()).isTrue();
  }

  @Test
  void a_handler_failure_with_a_status_has_the_kind_of_the_status() {
    assertThat(CLASSIFIER.classify(HandlerFailure.ofStatus(404, "gone")).kind())
        .isEqualTo(FailureKind.PERMANENT);
    assertThat(CLASSIFIER.classify(HandlerFailure.ofStatus(503, "busy")).kind())
        .isEqualTo(FailureKind.OVERLOAD);
  }

  @Test
  void a_negative_delay_from_a_handler_counts_as_zero() {
    HandlerFailure thrown =
        HandlerFailure.of(Errors.TIMEOUT, "slow")
            .retryIn(Duration.ofSeconds(-5))
            .retryAfter(Duration.ofNanos(-1));

    Failure failure = CLASSIFIER.classify(thrown);

    assertThat(failure.requestedDelay()).isEqualTo(Duration.ZERO);
    assertThat(failure.retryAfter()).isEqualTo(Duration.ZERO);
    assertThat(failure.retryForbidden()).isFalse();
    assertThat(thrown.getStackTrace()[1].getMethodName())
        .isEqualTo("a_negative_delay_from_a_handler_counts_as_zero");
  }

  @Test
  void a_custom_mapping_applies_to_unmapped_subclasses() {
    ErrorType rejected = ErrorType.of("order_rejected");
    FailureClassifier own = CLASSIFIER.with(OrderRejected.class, rejected, FailureKind.PERMANENT);

    Failure failure = own.classify(new RuntimeException(new OrderRejectedForGood()));

    assertThat(failure.type()).isEqualTo(rejected);
    assertThat(failure.kind()).isEqualTo(FailureKind.PERMANENT);
    assertThat(CLASSIFIER.classify(new OrderRejectedForGood()).kind())
        .isEqualTo(FailureKind.TRANSIENT);
  }

  @Test
  void the_nearest_class_and_the_latest_mapping_win() {
    FailureClassifier own =
        CLASSIFIER
            .with(OrderRejected.class, ErrorType.of("rejected"), FailureKind.TRANSIENT)
            .with(OrderRejectedForGood.class.getName(), ErrorType.of("x"), FailureKind.TRANSIENT)
            .with(OrderRejectedForGood.class, ErrorType.of("for_good"), FailureKind.PERMANENT)
            .with(IllegalArgumentException.class, ErrorType.of("ours"), FailureKind.OVERLOAD);

    assertThat(own.classify(new OrderRejectedForGood()).type().name()).isEqualTo("for_good");
    assertThat(own.classify(new OrderRejected("r")).type().name()).isEqualTo("rejected");
    assertThat(own.classify(new NumberFormatException()).kind()).isEqualTo(FailureKind.OVERLOAD);
  }

  @Test
  void custom_kinds_apply_to_error_types_and_statuses() {
    ErrorType declined = ErrorType.of("card_declined");
    FailureClassifier own =
        CLASSIFIER
            .with(declined, FailureKind.PERMANENT)
            .withStatus(404, FailureKind.TRANSIENT)
            .withStatus(500, FailureKind.OVERLOAD);

    assertThat(own.classify(ReportedError.of(declined), "x").kind())
        .isEqualTo(FailureKind.PERMANENT);
    assertThat(own.classify(ReportedError.ofStatus(404), "x").kind())
        .isEqualTo(FailureKind.TRANSIENT);
    assertThat(own.classify(ReportedError.ofStatus(500), "x").kind())
        .isEqualTo(FailureKind.OVERLOAD);
    assertThat(own.classify(ReportedError.ofStatus(502), "x").kind())
        .isEqualTo(FailureKind.TRANSIENT);
    assertThat(CLASSIFIER.classify(ReportedError.ofStatus(404), "x").kind())
        .isEqualTo(FailureKind.PERMANENT);
  }

  @Test
  void unusual_statuses_do_not_throw() {
    for (int status : new int[] {Integer.MIN_VALUE, -1, 0, 99, 200, 600, Integer.MAX_VALUE}) {
      assertThatCode(() -> CLASSIFIER.classify(HandlerFailure.ofStatus(status, "odd")))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void a_status_its_type_and_an_exception_with_it_are_classified_alike() {
    FailureClassifier own =
        CLASSIFIER.withStatus(404, FailureKind.TRANSIENT).withStatus(500, FailureKind.OVERLOAD);
    for (FailureClassifier classifier : List.of(CLASSIFIER, own)) {
      for (int status = 100; status < 600; status++) {
        Failure byStatus = classifier.classify(ReportedError.ofStatus(status), "x");
        ErrorType type = ErrorType.of("HTTP_" + status);

        assertThat(classifier.classify(ReportedError.of(type), "x"))
            .returns(byStatus.type(), Failure::type)
            .returns(byStatus.kind(), Failure::kind)
            .returns(byStatus.statusCode(), Failure::statusCode)
            .returns(byStatus.alsoKnownAs(), Failure::alsoKnownAs);
        Failure thrown = classifier.classify(HandlerFailure.ofStatus(status, "x"));
        assertThat(thrown.kind()).isEqualTo(byStatus.kind());
        assertThat(thrown.statusCode()).isEqualTo(byStatus.statusCode()).isEqualTo(status);
        assertThat(thrown.alsoKnownAs()).containsAll(byStatus.alsoKnownAs());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http_4xx", "http_40", "http_4040", "http_600", "xhttp_404", "http-404"})
  void other_names_imply_no_status(String name) {
    Failure failure = CLASSIFIER.classify(ReportedError.of(ErrorType.of(name)), "x");

    assertThat(failure.statusCode()).isNull();
    assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
  }

  @Test
  void the_claimed_kind_comes_before_the_kind_of_the_type_and_of_the_status() {
    ErrorType own = ErrorType.of("no_label");
    FailureClassifier classifier = CLASSIFIER.with(own, FailureKind.OVERLOAD);

    assertThat(CLASSIFIER.classify(new ReportedError(own, 404, null), "x").kind())
        .isEqualTo(FailureKind.PERMANENT);
    assertThat(classifier.classify(new ReportedError(own, 404, null), "x").kind())
        .isEqualTo(FailureKind.OVERLOAD);
    assertThat(classifier.classify(new ReportedError(own, 404, FailureKind.TRANSIENT), "x").kind())
        .isEqualTo(FailureKind.TRANSIENT);
  }
}

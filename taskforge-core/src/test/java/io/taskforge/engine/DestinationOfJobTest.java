package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Which failures say something about a destination. */
class DestinationOfJobTest {
  private static final FailureClassifier CLASSIFIER = FailureClassifier.standard();

  private static boolean isOfHandler(Throwable thrown) {
    return DestinationOfJob.isOfHandler(CLASSIFIER.classify(thrown));
  }

  @Test
  void programming_errors_of_a_handler_say_nothing_about_its_destination() {
    List<Throwable> bugs =
        List.of(
            new NullPointerException(),
            new ClassCastException(),
            new IllegalStateException(),
            new ArrayIndexOutOfBoundsException(),
            new UnsupportedOperationException(),
            new ArithmeticException(),
            new NoClassDefFoundError(),
            new StackOverflowError(),
            new OutOfMemoryError(),
            new CompletionException(new NullPointerException()));

    assertThat(bugs).allMatch(DestinationOfJobTest::isOfHandler);
  }

  @Test
  void other_failures_are_of_the_destination() {
    List<Throwable> failures =
        List.of(
            new IOException("connection reset"),
            new Exception("no answer"),
            new IllegalStateException(new IOException("connection reset")),
            HandlerFailure.ofStatus(502, "bad gateway"),
            HandlerFailure.of(ErrorType.of("smtp_down"), "no answer")
                .causedBy(new IllegalStateException()));

    assertThat(failures).noneMatch(DestinationOfJobTest::isOfHandler);
  }

  @Test
  void a_mapping_makes_an_exception_a_failure_of_the_destination() {
    FailureClassifier mapped =
        CLASSIFIER.with(
            IllegalStateException.class, ErrorType.of("pool_exhausted"), FailureKind.TRANSIENT);

    assertThat(DestinationOfJob.isOfHandler(mapped.classify(new IllegalStateException())))
        .isFalse();
  }
}

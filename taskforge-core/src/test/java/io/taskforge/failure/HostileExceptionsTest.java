package io.taskforge.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exceptions that misbehave can still be classified and stored. */
class HostileExceptionsTest {
  private static final FailureClassifier CLASSIFIER = FailureClassifier.standard();

  /** Returns what the test sets, or throws. */
  private static final class Hostile extends Exception {
    private final Supplier<@Nullable String> message;

    Hostile(Supplier<@Nullable String> message) {
      this.message = message;
    }

    @Override
    public @Nullable String getMessage() {
      return message.get();
    }
  }

  private static final class CauseThrows extends Exception {
    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause for you");
    }
  }

  private static final class FramesThrow extends Exception {
    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no frames for you");
    }
  }

  private static final class NoFrames extends Exception {
    @Override
    @SuppressWarnings("NullAway") // hostile on purpose
    public StackTraceElement[] getStackTrace() {
      return null;
    }
  }

  @Test
  void a_cycle_of_causes_terminates() {
    Exception a = new Exception("a");
    IOException b = new IOException("b", a);
    a.initCause(b);
    b.addSuppressed(a);

    Failure failure = CLASSIFIER.classify(a);

    assertThat(failure.stackTrace())
        .contains("Caused by: java.io.IOException: b")
        .contains("… java.lang.Exception (cycle or too many exceptions)");
  }

  @Test
  void a_chain_of_thousands_of_causes_is_cut() {
    Throwable thrown = new SocketTimeoutException("too deep to count");
    for (int i = 0; i < 10_000; i++) {
      thrown = new IllegalStateException("level " + i, thrown);
    }

    Failure failure = CLASSIFIER.classify(thrown);

    assertThat(failure.type().name()).isEqualTo("IllegalStateException");
    assertThat(bytes(failure.stackTrace())).isLessThanOrEqualTo(Failure.MAX_STACK_BYTES);
  }

  @Test
  void only_the_first_fifty_exceptions_are_classified() {
    assertThat(CLASSIFIER.classify(behind(49)).type()).isEqualTo(Errors.TIMEOUT);
    assertThat(CLASSIFIER.classify(behind(50)).type().name()).isEqualTo("IllegalStateException");
  }

  private static Throwable behind(int others) {
    Throwable thrown = new SocketTimeoutException("slow");
    for (int i = 0; i < others; i++) {
      thrown = new IllegalStateException("level " + i, thrown);
    }
    return thrown;
  }

  @Test
  void excess_suppressed_exceptions_are_cut() {
    Exception thrown = new Exception("flooded");
    Exception drop = new Exception("drop");
    drop.setStackTrace(new StackTraceElement[0]);
    for (int i = 0; i < 100_000; i++) {
      thrown.addSuppressed(drop);
    }

    assertThat(StackTraceText.of(thrown))
        .hasSizeLessThan(50_000)
        .contains("Suppressed: … 99980 more");
  }

  @Test
  void long_stacks_are_cut() {
    Exception thrown = new Exception("deep");
    StackTraceElement[] frames = new StackTraceElement[1_024];
    java.util.Arrays.fill(frames, new StackTraceElement("Deep", "down", "Deep.java", 7));
    thrown.setStackTrace(frames);

    assertThat(StackTraceText.of(thrown).lines())
        .hasSize(202)
        .startsWith("java.lang.Exception: deep", "\tat Deep.down(Deep.java:7)")
        .endsWith("\t… 824 more");
    thrown.setStackTrace(java.util.Arrays.copyOf(frames, 200));
    assertThat(StackTraceText.of(thrown).lines()).hasSize(201);
  }

  @Test
  void frames_shared_with_the_enclosing_exception_are_shown_once() {
    Exception thrown = new Exception("outer", new IOException("inner"));
    StackTraceElement main = new StackTraceElement("Main", "main", "Main.java", 1);
    StackTraceElement read = new StackTraceElement("Disk", "read", "Disk.java", 2);
    thrown.setStackTrace(new StackTraceElement[] {main});
    java.util.Objects.requireNonNull(thrown.getCause())
        .setStackTrace(new StackTraceElement[] {read, main});

    assertThat(StackTraceText.of(thrown).lines())
        .containsExactly(
            "java.lang.Exception: outer",
            "\tat Main.main(Main.java:1)",
            "Caused by: java.io.IOException: inner",
            "\tat Disk.read(Disk.java:2)",
            "\t… 1 more");
  }

  @Test
  void a_message_that_throws_is_replaced() {
    Failure failure =
        CLASSIFIER.classify(
            new Hostile(
                () -> {
                  throw new StackOverflowError();
                }));

    assertThat(failure.type().name()).isEqualTo("Hostile");
    assertThat(failure.message())
        .isEqualTo(Hostile.class.getName() + " (getMessage failed: java.lang.StackOverflowError)");
  }

  @Test
  void without_a_message_the_class_name_is_used() {
    assertThat(CLASSIFIER.classify(new Hostile(() -> null)).message())
        .isEqualTo(Hostile.class.getName());
    assertThat(CLASSIFIER.classify(new Hostile(() -> " \n")).message())
        .isEqualTo(Hostile.class.getName());
    assertThat(StackTraceText.of(new Hostile(() -> null)).lines().findFirst())
        .contains(Hostile.class.getName());
  }

  @Test
  void causes_and_frames_that_throw_are_omitted() {
    assertThat(CLASSIFIER.classify(new CauseThrows()).type().name()).isEqualTo("CauseThrows");
    assertThat(CLASSIFIER.classify(new FramesThrow()).stackTrace())
        .isEqualTo(FramesThrow.class.getName() + "\n");
    assertThat(CLASSIFIER.classify(new NoFrames()).stackTrace())
        .isEqualTo(NoFrames.class.getName() + "\n");
  }

  @Test
  void a_message_of_100_mb_is_cut_from_the_middle() {
    String huge = "start" + "x".repeat(100_000_000) + "end"; // one byte a char, kept once

    Failure failure = CLASSIFIER.classify(new Hostile(() -> huge));

    assertThat(failure.message()).startsWith("startx").endsWith("xend").contains("characters cut");
    assertThat(bytes(failure.message())).isLessThanOrEqualTo(Failure.MAX_MESSAGE_BYTES);
    assertThat(bytes(failure.stackTrace())).isLessThanOrEqualTo(Failure.MAX_STACK_BYTES);
  }

  @Test
  void nul_and_lone_surrogates_become_replacement_characters() {
    Failure failure = CLASSIFIER.classify(new Hostile(() -> "a\0b\uD800c\uDC00d\uD83D\uDE00"));

    assertThat(failure.message()).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uD83D\uDE00");
    assertThat(failure.stackTrace()).doesNotContain("\0", "\uD800c");
  }

  @Test
  void a_failure_rejects_negative_durations() {
    Failure failure = Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "slow");

    assertThatThrownBy(() -> failure.withRetryAfter(Duration.ofSeconds(-1)))
        .hasMessage("retryAfter must not be negative but was PT-1S");
    assertThatThrownBy(() -> failure.withRequestedDelay(Duration.ofSeconds(-1)))
        .hasMessage("requestedDelay must not be negative but was PT-1S");
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}

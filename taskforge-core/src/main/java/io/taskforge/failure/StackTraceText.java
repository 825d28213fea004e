package io.taskforge.failure;

import io.taskforge.text.BoundedText;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Formats a stack trace safely and within bounds, even for exceptions with a message of 100 MB, a
 * {@code getMessage} that throws, or a cycle of causes. {@link Throwable#printStackTrace} fails on
 * the first two.
 */
final class StackTraceText {
  private static final int MAX_FRAMES = 200;
  private static final int MAX_EXCEPTIONS = 50;
  private static final int MAX_SUPPRESSED = 20;
  private static final int MESSAGE_BYTES = 1024;
  // What called the handler. It is the same for all jobs, and tells nothing about the failure.
  private static final String CALLER = "io.taskforge.engine.Runner";

  private final StringBuilder text = new StringBuilder();
  private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private StackTraceText() {}

  static String of(Throwable thrown) {
    StackTraceText stack = new StackTraceText();
    stack.append("", thrown, new StackTraceElement[0]);
    return stack.text.toString();
  }

  /** Returns the exception's message, or its class name if it has none. */
  static String message(Throwable thrown) {
    try {
      String message = thrown.getMessage();
      return message == null || message.isBlank() ? thrown.getClass().getName() : message;
    } catch (Throwable broken) { // the job's own failure must still be recorded
      return thrown.getClass().getName()
          + " (getMessage failed: "
          + broken.getClass().getName()
          + ")";
    }
  }

  private void append(String caption, Throwable thrown, StackTraceElement[] enclosing) {
    if (!seen.add(thrown) || seen.size() > MAX_EXCEPTIONS) {
      text.append(caption)
          .append("… ")
          .append(thrown.getClass().getName())
          .append(" (cycle or too many exceptions)\n");
      return;
    }
    text.append(caption).append(thrown.getClass().getName());
    String message = BoundedText.of(message(thrown), MESSAGE_BYTES);
    if (!message.equals(thrown.getClass().getName())) {
      text.append(": ").append(message);
    }
    text.append('\n');
    StackTraceElement[] frames = framesOf(thrown);
    int shown = Math.min(ownFrames(frames, enclosing), MAX_FRAMES);
    for (int i = 0; i < shown; i++) {
      text.append("\tat ").append(frames[i]).append('\n');
    }
    if (frames.length > shown) {
      text.append("\t… ").append(frames.length - shown).append(" more\n");
    }
    Throwable[] suppressed = thrown.getSuppressed();
    for (int i = 0; i < Math.min(suppressed.length, MAX_SUPPRESSED); i++) {
      append("Suppressed: ", suppressed[i], frames);
    }
    if (suppressed.length > MAX_SUPPRESSED) {
      text.append("Suppressed: … ").append(suppressed.length - MAX_SUPPRESSED).append(" more\n");
    }
    Throwable cause = causeOf(thrown);
    if (cause != null) {
      append("Caused by: ", cause, frames);
    }
  }

  /**
   * Counts the frames of the handler that are not shared with the enclosing exception. Omitting
   * shared frames, as Java does, keeps the causes within the size limit.
   */
  private static int ownFrames(StackTraceElement[] frames, StackTraceElement[] enclosing) {
    int own = frames.length;
    int around = enclosing.length;
    while (own > 0 && around > 0 && frames[own - 1].equals(enclosing[around - 1])) {
      own--;
      around--;
    }
    for (int i = 1; i < own; i++) {
      if (frames[i].getClassName().equals(CALLER)) {
        return i;
      }
    }
    return own;
  }

  private static StackTraceElement[] framesOf(Throwable thrown) {
    try {
      StackTraceElement @Nullable [] frames = thrown.getStackTrace();
      return frames == null ? new StackTraceElement[0] : frames;
    } catch (Throwable broken) { // getStackTrace can be overridden too
      return new StackTraceElement[0];
    }
  }

  static @Nullable Throwable causeOf(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (Throwable broken) { // getCause can be overridden too
      return null;
    }
  }
}

package io.taskforge.jdbc;

import io.taskforge.text.BoundedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text of handlers and people, made storable: nothing they say may block a commit. */
final class PostgresText {
  private static final int MAX_BYTES = 1024 * 1024;

  private PostgresText() {}

  /** Returns {@code text} without NUL and lone surrogates, in at most a megabyte. */
  static String clean(String text) {
    return BoundedText.of(text, MAX_BYTES);
  }

  /** Returns log lines as one text, or null if there are none. */
  static @Nullable String log(List<String> lines) {
    if (lines.isEmpty()) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(text.isEmpty() ? "" : "\n").append(line.replace('\n', ' ').replace('\r', ' '));
    }
    return clean(text.toString());
  }
}

package io.taskforge.jdbc;

import io.taskforge.text.BoundedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text from handlers and people, made storable: nothing that they say can block a commit. */
final class SqliteText {
  private static final int MAX_BYTES = 8 * 1024;

  private SqliteText() {}

  static String clean(String text) {
    return BoundedText.of(text, MAX_BYTES);
  }

  static @Nullable String cleanOrNull(String text) {
    return text.isEmpty() ? null : clean(text);
  }

  /** Returns lines as one text in which each ends with a line feed, or null for none. */
  static @Nullable String lines(List<String> lines) {
    if (lines.isEmpty()) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    for (String line : lines) {
      all.append(clean(line).replace('\n', ' ').replace('\r', ' ')).append('\n');
    }
    return all.toString();
  }
}

package io.taskforge.jdbc.sqlite;

import io.taskforge.text.BoundedText;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sanitizes text from handlers and users, so that no text can make a commit fail. */
final class StorableText {
  private static final int MAX_BYTES = 8 * 1024;

  private StorableText() {}

  static String clean(String text) {
    return BoundedText.of(text, MAX_BYTES);
  }

  static @Nullable String cleanOrNull(String text) {
    return text.isEmpty() ? null : clean(text);
  }

  /** Returns lines as one text, joined by line feeds, or null for none. */
  static @Nullable String lines(List<String> lines) {
    return lines.isEmpty()
        ? null
        : lines.stream()
            .map(line -> clean(line).replace('\n', ' ').replace('\r', ' '))
            .collect(Collectors.joining("\n"));
  }
}

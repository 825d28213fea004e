package io.taskforge.text;

import java.util.List;

/**
 * Truncates and cleans text from users and handlers, so that every store can store it and returns
 * the same.
 */
public final class StoredText {
  private static final int MAX_TEXT_BYTES = 8 * 1024;
  private static final int MAX_LINE_BYTES = 1024;

  private StoredText() {}

  /** Returns {@code said} truncated and well-formed, so that every store can keep it. */
  public static String text(String said) {
    return BoundedText.of(said, MAX_TEXT_BYTES);
  }

  /** Removes line breaks within lines, because stores join lines to one text. */
  public static List<String> lines(List<String> said) {
    return said.stream()
        .map(line -> BoundedText.of(line.replace('\n', ' ').replace('\r', ' '), MAX_LINE_BYTES))
        .toList();
  }
}

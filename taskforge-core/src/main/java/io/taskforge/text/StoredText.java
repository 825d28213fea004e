package io.taskforge.text;

import java.util.List;

/**
 * Makes what people and handlers say fit for every store, so that none of it can block a commit and
 * every store answers the same.
 */
public final class StoredText {
  private static final int MAX_TEXT_BYTES = 8 * 1024;
  private static final int MAX_LINE_BYTES = 1024;

  private StoredText() {}

  public static String text(String said) {
    return BoundedText.of(said, MAX_TEXT_BYTES);
  }

  /** Each stays one line: stores keep them as one text. */
  public static List<String> lines(List<String> said) {
    return said.stream()
        .map(line -> BoundedText.of(line.replace('\n', ' ').replace('\r', ' '), MAX_LINE_BYTES))
        .toList();
  }
}

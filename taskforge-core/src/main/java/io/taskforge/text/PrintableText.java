package io.taskforge.server.text;

import java.nio.charset.StandardCharsets;

/** Text of foreign origin made safe to print: no escape sequences, no reordering. */
public final class PrintableText {
  private static final int REPLACEMENT = 0xFFFD;

  private PrintableText() {}

  /** Returns {@code text} on one line, with what a terminal would act upon written as an escape. */
  public static String escaped(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            codePoint -> {
              if (acts(codePoint)) {
                result.append("\\u%04x".formatted(codePoint));
              } else {
                result.appendCodePoint(codePoint);
              }
            });
    return result.toString();
  }

  /** Returns {@code text} with what a terminal would act upon replaced; line breaks stay. */
  public static String replaced(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .map(codePoint -> acts(codePoint) && !isSpace(codePoint) ? REPLACEMENT : codePoint)
        .forEach(result::appendCodePoint);
    return result.toString();
  }

  /** Reads the first {@code limit} bytes as UTF-8; a character that is cut in two is left out. */
  public static String ofBytes(byte[] bytes, int length, int limit) {
    int end = Math.min(length, limit);
    if (end < length) {
      int start = end;
      while (start > Math.max(0, end - 3) && isContinuation(bytes[start])) {
        start--;
      }
      end = isContinuation(bytes[start]) ? end : start;
    }
    return replaced(new String(bytes, 0, end, StandardCharsets.UTF_8));
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  private static boolean isSpace(int codePoint) {
    return codePoint == '\n' || codePoint == '\t' || codePoint == '\r';
  }

  private static boolean acts(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}

package io.taskforge.server.outbound;

import java.nio.charset.StandardCharsets;

/** Text from outside made safe to keep and to show. */
final class PrintableText {
  private static final int REPLACEMENT = 0xFFFD;

  private PrintableText() {}

  /** Returns {@code text} with everything replaced that acts upon a reader's screen. */
  static String of(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints().map(PrintableText::shown).forEach(result::appendCodePoint);
    return result.toString();
  }

  /** Reads the first {@code limit} bytes as UTF-8; a character that is cut in two is left out. */
  static String ofBytes(byte[] bytes, int length, int limit) {
    int end = Math.min(length, limit);
    if (end < length) {
      int start = end;
      while (start > Math.max(0, end - 3) && isContinuation(bytes[start])) {
        start--;
      }
      end = isContinuation(bytes[start]) ? end : start;
    }
    return of(new String(bytes, 0, end, StandardCharsets.UTF_8));
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  private static int shown(int codePoint) {
    if (codePoint == '\n' || codePoint == '\t' || codePoint == '\r') {
      return codePoint;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          REPLACEMENT;
      default -> codePoint;
    };
  }
}

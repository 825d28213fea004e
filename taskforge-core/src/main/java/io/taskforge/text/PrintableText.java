package io.taskforge.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Untrusted text made safe to print: no terminal escape sequences, no bidirectional overrides, no
 * invisible characters. Affected are control characters (C0 and C1), format characters such as
 * U+200B, U+202E and U+FEFF, line and paragraph separators, and lone surrogates.
 */
public final class PrintableText {
  private static final int REPLACEMENT = 0xFFFD;
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  private PrintableText() {}

  /**
   * Returns {@code text} on one line, with what a terminal would act upon written as the escape
   * sequences that JSON has for it.
   */
  public static String escaped(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            codePoint -> {
              if (acts(codePoint)) {
                for (char c : Character.toChars(codePoint)) {
                  result.append("\\u%04x".formatted((int) c));
                }
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

  /**
   * Returns {@code text} on one line: white space becomes single spaces, and what a terminal would
   * act upon is replaced.
   */
  public static String oneLine(String text) {
    return WHITE_SPACE.matcher(replaced(text)).replaceAll(" ").strip();
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
      default -> codePoint == 0x2065; // among format characters, not assigned yet
    };
  }
}

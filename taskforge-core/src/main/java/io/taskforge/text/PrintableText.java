package io.taskforge.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Makes untrusted text safe to print: removes terminal escape sequences, bidirectional overrides
 * and invisible characters. Affects control characters (C0 and C1), format characters such as
 * U+200B, U+202E and U+FEFF, line and paragraph separators, and lone surrogates.
 */
public final class PrintableText {
  private static final int REPLACEMENT = 0xFFFD;
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  private PrintableText() {}

  /** Returns {@code text} on one line, with unsafe characters as JSON escapes. */
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

  /** Returns {@code text} with unsafe characters replaced; keeps line breaks. */
  public static String replaced(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .map(codePoint -> acts(codePoint) && !isSpace(codePoint) ? REPLACEMENT : codePoint)
        .forEach(result::appendCodePoint);
    return result.toString();
  }

  /** Returns {@code text} on one line: collapses white space and replaces unsafe characters. */
  public static String oneLine(String text) {
    return WHITE_SPACE.matcher(replaced(text)).replaceAll(" ").strip();
  }

  /** Decodes up to {@code limit} bytes of UTF-8, without a character that the limit splits. */
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
      default -> codePoint == 0x2065; // unassigned, in the block of format characters
    };
  }
}

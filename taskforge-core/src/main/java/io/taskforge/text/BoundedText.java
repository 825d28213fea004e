package io.taskforge.text;

/**
 * Makes text safe to store: well-formed, without NUL, and within a length limit.
 *
 * <p>Long text is cut in the middle, because the start of an error says what happened and its end
 * says why. Databases reject NUL and lone surrogates, so both are replaced by U+FFFD.
 */
public final class BoundedText {
  private static final char REPLACEMENT = '\uFFFD';
  // Reserved for the marker between the halves; its count has at most ten digits.
  private static final int MARKER_BYTES = 48;

  private BoundedText() {}

  /** Returns {@code text} in at most {@code maxBytes} of UTF-8; {@code maxBytes} is at least 64. */
  public static String of(String text, int maxBytes) {
    if (maxBytes < 64) {
      throw new IllegalArgumentException("maxBytes must be at least 64 but was " + maxBytes);
    }
    // A char has at most three bytes, so short text needs no counting.
    if (text.length() <= maxBytes / 3 || headEnd(text, maxBytes) == text.length()) {
      return wellFormed(text, 0, text.length());
    }
    int half = (maxBytes - MARKER_BYTES) / 2;
    int headEnd = headEnd(text, half);
    int tailStart = text.length();
    for (int bytes = 0; ; ) {
      int codePoint = text.codePointBefore(tailStart);
      bytes += utf8Bytes(codePoint);
      if (bytes > half) {
        break;
      }
      tailStart -= Character.charCount(codePoint);
    }
    return wellFormed(text, 0, headEnd)
        + " … "
        + (tailStart - headEnd)
        + " characters cut … "
        + wellFormed(text, tailStart, text.length());
  }

  /** Returns the end of the longest beginning of {@code text} that fits into {@code maxBytes}. */
  private static int headEnd(String text, int maxBytes) {
    int end = 0;
    for (int bytes = 0; end < text.length(); ) {
      int codePoint = text.codePointAt(end);
      bytes += utf8Bytes(codePoint);
      if (bytes > maxBytes) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  private static int utf8Bytes(int codePoint) {
    if (codePoint == 0) {
      return 3; // replaced by U+FFFD
    }
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  private static String wellFormed(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isSurrogate(c)) {
        return repaired(text, from, to);
      }
    }
    return text.substring(from, to);
  }

  private static String repaired(String text, int from, int to) {
    StringBuilder result = new StringBuilder(to - from);
    for (int i = from; i < to; ) {
      int codePoint = text.codePointAt(i);
      boolean broken = codePoint == 0 || (codePoint >= 0xD800 && codePoint <= 0xDFFF);
      result.appendCodePoint(broken ? REPLACEMENT : codePoint);
      i += Character.charCount(codePoint);
    }
    return result.toString();
  }
}

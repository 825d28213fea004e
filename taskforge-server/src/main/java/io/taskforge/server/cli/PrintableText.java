package io.taskforge.server.cli;

/**
 * Text of foreign origin made safe to print: no line breaks, no escape sequences, no reordering.
 */
final class PrintableText {
  private PrintableText() {}

  /** Returns {@code text} on one line, with what a terminal would act upon written as an escape. */
  static String of(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints().forEach(codePoint -> append(result, codePoint));
    return result.toString();
  }

  private static void append(StringBuilder result, int codePoint) {
    switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          result.append("\\u%04x".formatted(codePoint));
      default -> result.appendCodePoint(codePoint);
    }
  }
}

package io.taskforge.cli.output;

import java.nio.charset.Charset;

/** The non-ASCII characters of the output, with ASCII replacements for charsets without them. */
public record Glyphs(String solid, String shade, String plusMinus, String times, String ellipsis) {
  private static final Glyphs UNICODE = new Glyphs("█", "░", "±", "×", "…");
  private static final Glyphs ASCII = new Glyphs("#", "-", "+/-", "x", "...");

  static Glyphs in(Charset charset) {
    return charset.canEncode() && charset.newEncoder().canEncode("█░±×…┌┬┐├┼┤└┴┘─│")
        ? UNICODE
        : ASCII;
  }

  /** Returns text of the server, with its table frames and symbols as this charset has them. */
  public String drawn(String text) {
    if (equals(UNICODE)) {
      return text;
    }
    return text.replace('─', '-')
        .replace('│', '|')
        .replaceAll("[┌┬┐├┼┤└┴┘]", "+")
        .replace("×", times)
        .replace("±", plusMinus)
        .replace("…", ellipsis);
  }
}

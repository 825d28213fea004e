package io.taskforge.cli.output;

import java.nio.charset.Charset;

/** The non-ASCII characters of the output, with ASCII replacements for charsets without them. */
public enum Glyphs {
  UNICODE("█", "░", "±", "×", "…"),
  ASCII("#", "-", "+/-", "x", "...");

  private final String solid;
  private final String shade;
  private final String plusMinus;
  private final String times;
  private final String ellipsis;

  Glyphs(String solid, String shade, String plusMinus, String times, String ellipsis) {
    this.solid = solid;
    this.shade = shade;
    this.plusMinus = plusMinus;
    this.times = times;
    this.ellipsis = ellipsis;
  }

  static Glyphs in(Charset charset) {
    return charset.canEncode() && charset.newEncoder().canEncode("█░±×…┌┬┐├┼┤└┴┘─│")
        ? UNICODE
        : ASCII;
  }

  /** Returns text of the server, with its table frames and symbols as this charset has them. */
  public String drawn(String text) {
    if (this == UNICODE) {
      return text;
    }
    return text.replace('─', '-')
        .replace('│', '|')
        .replaceAll("[┌┬┐├┼┤└┴┘]", "+")
        .replace("×", times)
        .replace("±", plusMinus)
        .replace("…", ellipsis);
  }

  public String solid() {
    return solid;
  }

  public String shade() {
    return shade;
  }

  public String plusMinus() {
    return plusMinus;
  }

  public String times() {
    return times;
  }

  public String ellipsis() {
    return ellipsis;
  }
}

package io.taskforge.cli;

import java.nio.charset.Charset;

/**
 * The few characters beyond ASCII that output uses, or what replaces them where they can't be
 * shown.
 */
enum Glyphs {
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
    return charset.canEncode() && charset.newEncoder().canEncode("█░±×…") ? UNICODE : ASCII;
  }

  String solid() {
    return solid;
  }

  String shade() {
    return shade;
  }

  String plusMinus() {
    return plusMinus;
  }

  String times() {
    return times;
  }

  String ellipsis() {
    return ellipsis;
  }
}

package io.taskforge.server.cli;

import java.nio.charset.Charset;

/**
 * The few characters beyond ASCII that output uses, or what replaces them where they can't be
 * shown.
 */
enum Glyphs {
  UNICODE("█", "░", "±", "×"),
  ASCII("#", "-", "+/-", "x");

  private final String solid;
  private final String shade;
  private final String plusMinus;
  private final String times;

  Glyphs(String solid, String shade, String plusMinus, String times) {
    this.solid = solid;
    this.shade = shade;
    this.plusMinus = plusMinus;
    this.times = times;
  }

  static Glyphs in(Charset charset) {
    return charset.canEncode() && charset.newEncoder().canEncode("█░±×") ? UNICODE : ASCII;
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
}

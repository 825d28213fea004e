package io.taskforge.server.hostile;

import java.nio.charset.StandardCharsets;

/** A hostile request, which must do no harm. */
final class Hostile {
  private final String what;
  private final byte[] bytes;
  private final boolean mustBeRefused;
  private final boolean ends;

  /**
   * @param what a description of what is wrong with it
   * @param bytes the bytes to send
   * @param mustBeRefused whether the server must reject it; otherwise it may accept it
   * @param ends whether the client closes its side of the connection afterwards
   */
  Hostile(String what, byte[] bytes, boolean mustBeRefused, boolean ends) {
    this.what = what;
    this.bytes = bytes;
    this.mustBeRefused = mustBeRefused;
    this.ends = ends;
  }

  static Hostile refused(String what, String request) {
    return new Hostile(what, request.getBytes(StandardCharsets.UTF_8), true, false);
  }

  static Hostile odd(String what, String request) {
    return new Hostile(what, request.getBytes(StandardCharsets.UTF_8), false, false);
  }

  /** A truncated request. */
  static Hostile half(String what, String request) {
    return new Hostile(what, request.getBytes(StandardCharsets.UTF_8), false, true);
  }

  String what() {
    return what;
  }

  byte[] bytes() {
    return bytes;
  }

  boolean mustBeRefused() {
    return mustBeRefused;
  }

  boolean ends() {
    return ends;
  }
}

package io.taskforge.server.hostile;

import java.nio.charset.StandardCharsets;

/** One request that should do no harm. */
final class Hostile {
  private final String what;
  private final byte[] bytes;
  private final boolean mustBeRefused;
  private final boolean ends;

  /**
   * @param what what is wrong with it
   * @param bytes what is sent
   * @param mustBeRefused whether it may not be taken; otherwise it is only odd
   * @param ends whether the client says after it that nothing more will come
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

  /** A request that is broken off. */
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

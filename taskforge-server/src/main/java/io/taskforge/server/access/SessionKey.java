package io.taskforge.server.access;

import java.util.random.RandomGenerator;

/** A key that opens everything, known to this process only and gone with it. */
public final class SessionKey {
  private final KeyText text;

  private SessionKey(KeyText text) {
    this.text = text;
  }

  /**
   * Makes one.
   *
   * @param random must be fit for secrets
   */
  public static SessionKey random(RandomGenerator random) {
    return new SessionKey(KeyText.random(random));
  }

  /** The key, to be sent. */
  public String secret() {
    return text.text();
  }

  boolean is(KeyText other) {
    return other.matches(text.hash());
  }
}

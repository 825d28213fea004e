package io.taskforge.server.access;

import java.util.random.RandomGenerator;

/** A key that opens everything, known to this process only and gone with it. */
public final class EphemeralKey {
  private final ApiKeySecret text;

  private EphemeralKey(ApiKeySecret text) {
    this.text = text;
  }

  /**
   * Makes one.
   *
   * @param random must be fit for secrets
   */
  public static EphemeralKey random(RandomGenerator random) {
    return new EphemeralKey(ApiKeySecret.random(random));
  }

  /** The key, to be sent. */
  public String secret() {
    return text.text();
  }

  boolean is(ApiKeySecret other) {
    return other.matches(text.hash());
  }
}

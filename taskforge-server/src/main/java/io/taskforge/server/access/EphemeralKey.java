package io.taskforge.server.access;

import java.util.random.RandomGenerator;

/** An API key with all rights that exists in this process only and is never stored. */
public record EphemeralKey(ApiKeySecret text) {
  /** Generates a key with {@code random}, which must be cryptographically secure. */
  public static EphemeralKey random(RandomGenerator random) {
    return new EphemeralKey(ApiKeySecret.random(random));
  }

  public String secret() {
    return text.text();
  }

  boolean is(ApiKeySecret other) {
    return other.matches(text.hash());
  }
}

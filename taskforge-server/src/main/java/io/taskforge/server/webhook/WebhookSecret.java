package io.taskforge.server.webhook;

import java.util.Base64;
import java.util.random.RandomGenerator;

/** Signing secrets in the format of Standard Webhooks: {@code whsec_} and 32 bytes in Base64. */
final class WebhookSecret {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;

  private WebhookSecret() {}

  static String random(RandomGenerator random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  static byte[] key(String secret) {
    return Base64.getDecoder().decode(encodedKey(secret));
  }

  /** Returns the key in Base64, without the prefix. */
  static String encodedKey(String secret) {
    if (!secret.startsWith(PREFIX)) {
      throw new IllegalArgumentException("webhook secret must begin with " + PREFIX);
    }
    return secret.substring(PREFIX.length());
  }
}

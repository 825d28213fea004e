package io.taskforge.server.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs messages as in Standard Webhooks, version 1: HMAC-SHA256 of id, timestamp and body. */
final class WebhookSignature {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;
  private static final String ALGORITHM = "HmacSHA256";

  private WebhookSignature() {}

  /** Returns one signature for each secret, separated by spaces. */
  static String of(List<String> secrets, String message, Instant at, String body) {
    byte[] signed =
        (message + "." + at.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + hmac(key(secret), signed))
        .collect(Collectors.joining(" "));
  }

  private static String hmac(byte[] key, byte[] signed) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return Base64.getEncoder().encodeToString(mac.doFinal(signed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Returns a new signing secret: {@code whsec_} and 32 bytes in Base64. */
  static String newSecret(RandomGenerator random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  private static byte[] key(String secret) {
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

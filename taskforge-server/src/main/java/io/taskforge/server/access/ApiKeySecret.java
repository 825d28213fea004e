package io.taskforge.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of an API key: {@code tfk_}, an id of 12 hexadecimal digits, {@code _}, and 256 random
 * bits. With that much entropy, one round of SHA-256 is enough to store it safely.
 */
record ApiKeySecret(String id, String text) {
  private static final Pattern FORM = Pattern.compile("tfk_([0-9a-f]{12})_([A-Za-z0-9_-]{43})");
  private static final int ID_BYTES = 6;
  private static final int SECRET_BYTES = 32;

  static ApiKeySecret random(RandomGenerator random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    String name = HexFormat.of().formatHex(id);
    return new ApiKeySecret(
        name, "tfk_" + name + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** Parses what a client sent; null if it is not in the form of a key. */
  static @Nullable ApiKeySecret parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() ? new ApiKeySecret(matcher.group(1), text) : null;
  }

  String hash() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Whether this is the key with that hash, by a constant-time comparison. */
  boolean matches(String expected) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), expected.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return "tfk_" + id + "_***";
  }
}

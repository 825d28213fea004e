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
 * A key as it is handed out: {@code tfk_}, an id of 12 letters and digits, {@code _}, and 256
 * random bits. They are too many to guess, so that one round of SHA-256 hides them well.
 */
record ApiKeySecret(String id, String text) {
  private static final Pattern FORM = Pattern.compile("tfk_([0-9a-f]{12})_([A-Za-z0-9_-]{43})");
  private static final int ID_BYTES = 6;
  private static final int SECRET_BYTES = 32;

  /** Makes a new one. */
  static ApiKeySecret random(RandomGenerator random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    String name = HexFormat.of().formatHex(id);
    return new ApiKeySecret(
        name, "tfk_" + name + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** Returns what a client sent, or null if it can't be a key. */
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

  /** Whether this is the key with that hash; takes the same time for any. */
  boolean matches(String expected) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), expected.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return "tfk_" + id + "_***";
  }
}

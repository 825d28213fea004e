package io.taskforge.server.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * A 256-bit AES key.
 *
 * @param id a public identifier: eight hexadecimal digits of a hash of the key
 */
public record EncryptionKey(String id, SecretKey key) {
  private static final int BYTES = 32;
  private static final int ID_BYTES = 4;

  /**
   * @throws IllegalArgumentException if it is invalid; the message does not contain it
   */
  static EncryptionKey parse(String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64.strip());
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message would contain a part of the key.
      throw new IllegalArgumentException("must be 32 bytes in base64 but is not base64");
    }
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "must be 32 bytes in base64 but is %d bytes".formatted(bytes.length));
    }
    return new EncryptionKey(id(bytes), new SecretKeySpec(bytes, "AES"));
  }

  private static String id(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("taskforge key id".getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(key), 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "key " + id;
  }
}

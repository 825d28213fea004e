package io.taskforge.server.secret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The keys for encrypting secrets. Immutable; {@code toString} never shows a key.
 *
 * @param keys the current key first, then old ones that are used for decryption only; empty if
 *     secrets are not encrypted
 */
public record EncryptionKeys(List<EncryptionKey> keys) {
  /** No key: secrets are stored in plain text. */
  public static final EncryptionKeys NONE = new EncryptionKeys(List.of());

  public EncryptionKeys {
    keys = List.copyOf(keys);
  }

  /**
   * @param current 32 bytes in base64
   * @param older comma-separated old keys; or empty
   * @throws IllegalArgumentException if one is invalid; the message does not contain it
   */
  public static EncryptionKeys of(String current, String older) {
    List<EncryptionKey> keys = new ArrayList<>();
    keys.add(EncryptionKey.parse(current));
    keys.addAll(several(older).keys());
    return new EncryptionKeys(keys);
  }

  /**
   * @throws IllegalArgumentException if one is invalid; the message does not contain it
   */
  public static EncryptionKeys several(String texts) {
    return new EncryptionKeys(
        Arrays.stream(texts.split(",", -1))
            .filter(text -> !text.isBlank())
            .map(EncryptionKey::parse)
            .toList());
  }

  /**
   * Returns a box that encrypts with these keys.
   *
   * @param random must be cryptographically secure
   */
  public SecretBox box(RandomGenerator random) {
    return keys.isEmpty() ? SecretBox.PLAIN : new AesSecretBox(keys, random);
  }
}

package io.taskforge.server.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The keys that secrets are sealed with. Immutable; its text never shows a key.
 *
 * @param keys what secrets are sealed with, then older ones that still open what they sealed; empty
 *     if secrets are not sealed
 */
public record EncryptionKeys(List<EncryptionKey> keys) {
  /** No key: secrets are stored as they are. */
  public static final EncryptionKeys NONE = new EncryptionKeys(List.of());

  public EncryptionKeys {
    keys = List.copyOf(keys);
  }

  /**
   * Reads keys.
   *
   * @param current 32 bytes in base64
   * @param older such keys with commas between; or empty
   * @throws IllegalArgumentException if one is no key; the message does not repeat it
   */
  public static EncryptionKeys of(String current, String older) {
    List<EncryptionKey> keys = new ArrayList<>();
    keys.add(EncryptionKey.parse(current));
    keys.addAll(several(older).keys());
    return new EncryptionKeys(keys);
  }

  /**
   * Reads any number of keys with commas between.
   *
   * @throws IllegalArgumentException if one is no key; the message does not repeat it
   */
  public static EncryptionKeys several(String texts) {
    List<EncryptionKey> keys = new ArrayList<>();
    for (String text : texts.split(",", -1)) {
      if (!text.isBlank()) {
        keys.add(EncryptionKey.parse(text));
      }
    }
    return new EncryptionKeys(keys);
  }

  /**
   * Returns what seals with them.
   *
   * @param random must be fit for secrets
   */
  public SecretBox box(RandomGenerator random) {
    return keys.isEmpty() ? SecretBox.PLAIN : new AesSecretBox(keys, random);
  }
}

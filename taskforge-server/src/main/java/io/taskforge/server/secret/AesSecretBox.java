package io.taskforge.server.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts with AES-256-GCM. The format is {@code enc:v1:}, the key's id, {@code :}, and in base64
 * a random nonce of 96 bits, the ciphertext and a tag of 128 bits, which also authenticates the
 * prefix. Encrypting a secret twice gives different results. Thread-safe.
 */
record AesSecretBox(List<EncryptionKey> keys, RandomGenerator random) implements SecretBox {
  private static final String MARK = "enc:v1:";
  private static final Pattern SEALED = Pattern.compile("(enc:v1:([0-9a-f]{8}):)([A-Za-z0-9+/]+)");
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  @Override
  public String seal(String plain) {
    EncryptionKey key = keys.get(0);
    String head = MARK + key.id() + ":";
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, key, nonce, head)
              .doFinal(plain.getBytes(StandardCharsets.UTF_8));
      byte[] whole =
          ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
      return head + Base64.getEncoder().withoutPadding().encodeToString(whole);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + CIPHER, e);
    }
  }

  @Override
  public String open(String sealed) {
    if (sealed.startsWith(PLAIN_MARK)) {
      return SecretBox.PLAIN.open(sealed); // stored before a key was configured
    }
    Matcher parts = SEALED.matcher(sealed);
    if (!parts.matches()) {
      throw new IllegalArgumentException("the stored secret is malformed");
    }
    EncryptionKey key = key(parts.group(2));
    try {
      byte[] whole = decoded(parts.group(3));
      byte[] plain =
          cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(whole, NONCE_BYTES), parts.group(1))
              .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES);
      return new String(plain, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw damaged(key);
    }
  }

  private EncryptionKey key(String id) {
    return keys.stream()
        .filter(key -> key.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the secret is encrypted with key %s, but the configured keys are %s"
                        .formatted(id, keys)));
  }

  private static byte[] decoded(String base64) throws GeneralSecurityException {
    try {
      byte[] whole = Base64.getDecoder().decode(base64);
      if (whole.length > NONCE_BYTES) {
        return whole;
      }
    } catch (IllegalArgumentException e) {
      // Not rethrown, because its message would contain stored data.
    }
    throw new GeneralSecurityException("too short, or not base64");
  }

  private static IllegalArgumentException damaged(EncryptionKey key) {
    return new IllegalArgumentException(
        "the secret was modified after it was encrypted with " + key);
  }

  private static Cipher cipher(int mode, EncryptionKey key, byte[] nonce, String head)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(head.getBytes(StandardCharsets.US_ASCII));
    return cipher;
  }
}

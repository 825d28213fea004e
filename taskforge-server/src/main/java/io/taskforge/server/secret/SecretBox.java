package io.taskforge.server.secret;

/** Encrypts secrets for storage, and decrypts them. */
public interface SecretBox {
  /** Stores secrets in plain text, marked as such; used without an encryption key. */
  SecretBox PLAIN = new PlainSecretBox();

  /** Returns the stored form of a secret. */
  String seal(String plain);

  /**
   * Returns the secret of a stored form.
   *
   * @throws IllegalArgumentException if it can't be decrypted; the message never contains the
   *     secret
   */
  String open(String sealed);
}

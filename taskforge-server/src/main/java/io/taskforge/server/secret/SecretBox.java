package io.taskforge.server.secret;

/** Encrypts secrets for storage, and decrypts them. */
public interface SecretBox {
  /** Distinguishes a secret in plain text from an encrypted one. */
  String PLAIN_MARK = "plain:";

  /** Stores secrets in plain text, marked as such; used without an encryption key. */
  SecretBox PLAIN =
      new SecretBox() {
        @Override
        public String seal(String plain) {
          return PLAIN_MARK + plain;
        }

        @Override
        public String open(String sealed) {
          if (!sealed.startsWith(PLAIN_MARK)) {
            throw new IllegalArgumentException(
                "the secret is encrypted, but no encryption key is configured");
          }
          return sealed.substring(PLAIN_MARK.length());
        }
      };

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

package io.taskforge.server.secret;

/** Stores a secret in plain text, marked so that it differs from an encrypted one. */
final class PlainSecretBox implements SecretBox {
  static final String MARK = "plain:";

  @Override
  public String seal(String plain) {
    return MARK + plain;
  }

  @Override
  public String open(String sealed) {
    if (!sealed.startsWith(MARK)) {
      throw new IllegalArgumentException(
          "the secret is encrypted, but no encryption key is configured");
    }
    return sealed.substring(MARK.length());
  }
}

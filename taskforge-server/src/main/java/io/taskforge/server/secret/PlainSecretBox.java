package io.taskforge.server.secret;

/** Marks a secret as not encrypted, so that a box with a key can tell it from one that is. */
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
          "the secret is encrypted, and no encryption key is configured to open it");
    }
    return sealed.substring(MARK.length());
  }
}

package io.taskforge.server.secret;

/** Turns a secret into text that may be stored, and back. */
public interface SecretBox {
  /** Stores secrets as they are, marked as such: what a server without an encryption key uses. */
  SecretBox PLAIN = new PlainSecretBox();

  /** Returns what may be stored in the secret's place. */
  String seal(String plain);

  /**
   * Returns the secret that was sealed.
   *
   * @throws IllegalArgumentException if this box can't open it; the message never holds the secret
   */
  String open(String sealed);
}

package io.taskforge.value;

/**
 * The syntax of names that begin with a letter or digit of ASCII. A store reads four names with
 * each job, and a regular expression takes several times as long.
 *
 * @param others the characters that may follow besides letters and digits, a hyphen last
 * @param maxLength the maximum length
 */
public record NameSyntax(String others, int maxLength) {
  /** Most names: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. */
  public static final NameSyntax PLAIN = new NameSyntax("._-", 64);

  /** Whether a name is legal. */
  public boolean allows(String name) {
    if (name.isEmpty() || name.length() > maxLength || !isLetterOrDigit(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isLetterOrDigit(c) && others.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Checks a name.
   *
   * @throws IllegalArgumentException if it is not legal
   */
  public void check(String what, String name) {
    if (!allows(name)) {
      throw new IllegalArgumentException(
          "%s must match %s but was '%s'".formatted(what, this, name));
    }
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** Returns the syntax as a regular expression. */
  @Override
  public String toString() {
    return "[a-zA-Z0-9][a-zA-Z0-9%s]{0,%d}".formatted(others, maxLength - 1);
  }
}

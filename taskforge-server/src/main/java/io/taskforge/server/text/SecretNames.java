package io.taskforge.server.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Which names of headers and fields stand for a secret. */
public final class SecretNames {
  /** What is shown in place of a secret. */
  public static final String MASK = "***";

  // Rather one too many: what is masked is still sent.
  private static final List<String> PARTS =
      List.of(
          "auth",
          "cookie",
          "token",
          "secret",
          "password",
          "passwd",
          "pwd",
          "apikey",
          "credential",
          "session",
          "jwt",
          "bearer",
          "signature",
          "hmac",
          "csrf",
          "xsrf",
          "accesscode",
          "passcode");
  // As parts they would be in "passenger", "keyboard", "shipping", "hotplug" and "inside".
  private static final Set<String> WORDS = Set.of("key", "pass", "pin", "otp", "totp", "sid");
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  private SecretNames() {}

  /** Whether what stands under this name is a secret. */
  public static boolean isSecret(String name) {
    List<String> words =
        Arrays.stream(BETWEEN_WORDS.split(name))
            .map(word -> word.toLowerCase(Locale.ROOT))
            .toList();
    String plain = String.join("", words);
    return plain.endsWith("key")
        || PARTS.stream().anyMatch(plain::contains)
        || words.stream().anyMatch(WORDS::contains);
  }
}

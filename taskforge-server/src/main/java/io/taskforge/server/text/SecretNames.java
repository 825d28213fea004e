package io.taskforge.server.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Recognizes names of headers and fields whose values are secrets. */
public final class SecretNames {
  /** Shown in place of a secret. */
  public static final String MASK = "***";

  // Errs on the side of masking: a masked value is only hidden, not changed.
  private static final Pattern PARTS =
      Pattern.compile(
          "auth|cookie|token|secret|password|passwd|pwd|apikey|credential|session|jwt|bearer"
              + "|signature|hmac|csrf|xsrf|accesscode|passcode");
  // Whole words only, because they are parts of "passenger", "keyboard", "shipping" and others.
  private static final Set<String> WORDS = Set.of("key", "pass", "pin", "otp", "totp", "sid");
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  private SecretNames() {}

  public static boolean isSecret(String name) {
    List<String> words =
        Arrays.stream(BETWEEN_WORDS.split(name))
            .map(word -> word.toLowerCase(Locale.ROOT))
            .toList();
    String plain = String.join("", words);
    return plain.endsWith("key")
        || PARTS.matcher(plain).find()
        || words.stream().anyMatch(WORDS::contains);
  }
}

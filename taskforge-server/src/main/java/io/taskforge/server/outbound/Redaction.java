package io.taskforge.server.outbound;

import io.taskforge.failure.HandlerFailure;
import io.taskforge.server.text.SecretNames;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Masks a call's secrets in the response: some peers echo the request, and responses are stored
 * with the job.
 */
final class Redaction {
  private static final int MAX_CAUSES = 20;

  private final Set<String> secrets;

  private Redaction(Set<String> secrets) {
    this.secrets = secrets;
  }

  static Redaction of(Collection<String> secrets) {
    Set<String> parts = new HashSet<>();
    secrets.forEach(secret -> SecretEncodings.addParts(parts, secret));
    return new Redaction(parts);
  }

  /** Masks the secrets in a text, including one that is truncated at its end. */
  String in(String text) {
    if (secrets.isEmpty() || text.length() < SecretEncodings.SHORTEST) {
      return text;
    }
    NavigableSet<String> forms = new TreeSet<>();
    for (String secret : secrets) {
      // The text can only contain the beginning of a longer secret.
      String start = secret.substring(0, Math.min(secret.length(), text.length() + 1));
      forms.addAll(SecretEncodings.escaped(start));
    }
    StringBuilder masked = new StringBuilder(text.length());
    boolean[] hidden = new boolean[text.length()];
    int end = 0;
    for (int i = 0; i < text.length(); i++) {
      end = Math.max(end, i + secretAtStart(text.substring(i), forms));
      hidden[i] = i < end;
      if (!hidden[i]) {
        masked.append(text.charAt(i));
      } else if (i == 0 || !hidden[i - 1]) {
        masked.append(SecretNames.MASK);
      }
    }
    return masked.toString();
  }

  /**
   * Returns the length of the longest secret that a text begins with; the whole length if the text
   * is the beginning of a secret.
   */
  private static int secretAtStart(String text, NavigableSet<String> secrets) {
    String next = secrets.ceiling(text);
    if (text.length() >= SecretEncodings.SHORTEST && next != null && next.startsWith(text)) {
      return text.length();
    }
    String known = secrets.floor(text);
    while (known != null && !text.startsWith(known)) {
      int same = Arrays.mismatch(known.toCharArray(), text.toCharArray());
      known = secrets.floor(text.substring(0, same));
    }
    return known == null ? 0 : known.length();
  }

  /** Masks the secrets in a failure; drops its causes if one of them contains a secret. */
  HandlerFailure in(HandlerFailure failure) {
    Throwable link = failure;
    for (int i = 0; link != null && i < MAX_CAUSES; i++, link = link.getCause()) {
      String message = String.valueOf(link.getMessage());
      if (!in(message).equals(message)) {
        HandlerFailure clean =
            HandlerFailure.of(failure.type(), in(String.valueOf(failure.getMessage())));
        clean.setStackTrace(failure.getStackTrace());
        return clean;
      }
    }
    return failure;
  }
}

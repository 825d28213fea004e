package io.taskforge.server.outbound;

import io.taskforge.failure.HandlerFailure;
import io.taskforge.server.text.SecretNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Masks a call's secrets in the response: some peers echo the request, and responses are stored
 * with the job. Takes time linear in the text and in the secrets.
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
    SuffixAutomaton automaton = new SuffixAutomaton(text);
    int cut = 0;
    for (String secret : secrets) {
      // The text can only contain the beginning of a longer secret.
      String start = secret.substring(0, Math.min(secret.length(), text.length() + 1));
      for (String form : SecretEncodings.escaped(start)) {
        cut = Math.max(cut, automaton.mark(form));
      }
    }
    int[] marked = automaton.markedBefore();
    boolean[] hidden = new boolean[text.length()];
    int from = cut < SecretEncodings.SHORTEST ? text.length() : text.length() - cut;
    for (int end = text.length(); end > 0; end--) {
      from = Math.min(from, end - marked[end]);
      hidden[end - 1] = from < end;
    }
    return masked(text, hidden);
  }

  private static String masked(String text, boolean[] hidden) {
    StringBuilder masked = new StringBuilder(text.length());
    for (int i = 0; i < hidden.length; i++) {
      if (!hidden[i]) {
        masked.append(text.charAt(i));
      } else if (i == 0 || !hidden[i - 1]) {
        masked.append(SecretNames.MASK);
      }
    }
    return masked.toString();
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

package io.taskforge.server.httpjob;

import io.taskforge.retry.HandlerFailure;
import io.taskforge.server.http.Json;
import io.taskforge.server.outbound.HttpAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * Takes a call's secrets out of what the other side says: some repeat in an answer what they were
 * sent, and answers are kept with the job.
 */
final class Redaction {
  // Shorter ones are no secrets, and may be part of any word.
  private static final int SHORTEST = 4;
  private static final int MAX_CAUSES = 20;
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z-]+ +");
  private static final Pattern QUOTES = Pattern.compile("^[\"']+|[\"']+$");
  private static final Pattern BASIC = Pattern.compile("(?i)basic +(\\S+) *");

  private final List<String> secrets;

  private Redaction(List<String> secrets) {
    this.secrets = secrets;
  }

  static Redaction of(Map<String, String> headers) {
    List<String> secrets = new ArrayList<>();
    headers.forEach(
        (name, value) -> {
          if (SecretHeaders.isSecret(name)) {
            add(secrets, value);
            // "Bearer abc", "a=b; c=\"d\"": what is in it may be repeated alone.
            String rest = SCHEME.matcher(value).replaceFirst("");
            for (String part : rest.split("[\\s;,]+", -1)) {
              String inPart = part.substring(part.indexOf('=') + 1);
              add(secrets, part);
              add(secrets, inPart);
              add(secrets, QUOTES.matcher(inPart).replaceAll(""));
            }
            addCredentials(secrets, value);
          }
        });
    secrets.sort(Comparator.comparingInt(String::length).reversed());
    return new Redaction(List.copyOf(secrets));
  }

  /** A password in Basic credentials is only encoded, and is told in plain where it is wrong. */
  private static void addCredentials(List<String> secrets, String value) {
    Matcher basic = BASIC.matcher(value);
    if (basic.matches()) {
      try {
        byte[] pair = Base64.getDecoder().decode(basic.group(1));
        String text = new String(pair, StandardCharsets.UTF_8);
        add(secrets, text);
        add(secrets, text.substring(text.indexOf(':') + 1));
      } catch (IllegalArgumentException e) {
        // It is no Base64, and so there is nothing in it.
      }
    }
  }

  private static void add(List<String> secrets, String secret) {
    if (secret.length() >= SHORTEST) {
      secrets.add(secret);
      String inJson = Json.write(StringNode.valueOf(secret));
      String escaped = inJson.substring(1, inJson.length() - 1);
      if (!escaped.equals(secret)) {
        secrets.add(escaped);
      }
    }
  }

  /** Returns a text without them; one that begins at its end, where it was cut, goes too. */
  String in(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, SecretHeaders.MASK);
    }
    for (String secret : secrets) {
      for (int length = secret.length() - 1; length >= SHORTEST; length--) {
        if (clean.endsWith(secret.substring(0, length))) {
          return clean.substring(0, clean.length() - length) + SecretHeaders.MASK;
        }
      }
    }
    return clean;
  }

  private @Nullable String orNull(@Nullable String text) {
    return text == null ? null : in(text);
  }

  HttpAnswer in(HttpAnswer answer) {
    return new HttpAnswer(
        answer.status(),
        orNull(answer.retryAfterHeader()),
        orNull(answer.locationHeader()),
        in(answer.excerpt()),
        answer.bytes(),
        answer.truncated(),
        answer.duration());
  }

  /** Returns a failure without them; its causes stay behind if they have one. */
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

package io.taskforge.server.httpjob;

import io.taskforge.server.text.SecretNames;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the headers that a user sets; one instance for each request. */
final class HeaderRules {
  private static final int MAX_HEADERS = 50;
  private static final int MAX_BYTES = 8 * 1024;
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E\\t]*");

  // Set by the HTTP client itself; setting them would allow request smuggling.
  private static final Set<String> CONNECTION_HEADERS =
      Set.of(
          "host",
          "content-length",
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "expect",
          "http2-settings");

  private final Set<String> seen = new HashSet<>();

  static boolean isToken(String text) {
    return TOKEN.matcher(text).matches();
  }

  /** Returns the rule that a header to be stored breaks; null if none. */
  static @Nullable String unstorable(String name, String value) {
    if (SecretHeaders.isSecret(name) && value.equals(SecretNames.MASK)) {
      return "*** is what is shown in a secret's place; send the secret itself";
    }
    return value.startsWith(EncryptedHeaders.MARK)
        ? "a value must not begin with " + EncryptedHeaders.MARK + ", as sealed ones do"
        : null;
  }

  /** Returns the rule that a header breaks; null if none. */
  @Nullable String broken(String name, @Nullable String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!isToken(name)) {
      return "a name must consist of letters, digits and !#$%&'*+-.^_`|~";
    }
    if (CONNECTION_HEADERS.contains(lower)) {
      return "this header is set by the connection itself";
    }
    if (lower.equals("idempotency-key") || lower.startsWith("taskforge-")) {
      return "this header is set by TaskForge";
    }
    if (!seen.add(lower)) {
      return "a name must be given once, in whatever case";
    }
    if (seen.size() > MAX_HEADERS) {
      return "there must be at most " + MAX_HEADERS + " headers";
    }
    if (value == null) {
      return "a value must be a string";
    }
    if (name.length() + value.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return "name and value together must have at most 8 KiB";
    }
    return VALUE.matcher(value).matches()
        ? null
        : "a value must be plain ASCII without line breaks and control characters";
  }
}

package io.taskforge.server.outbound;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.io.JsonStringEncoder;

/** The forms in which a peer may echo a secret: whole, in part, and escaped. */
final class SecretEncodings {
  /** Shorter values are not masked, because they may be part of any word. */
  static final int SHORTEST = 4;

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z-]+ +");
  private static final Pattern BETWEEN_PARTS = Pattern.compile("[\\s;,]+");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");
  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-F]{2}");
  private static final Pattern BASIC = Pattern.compile("(?i)basic +(\\S+) *");

  private SecretEncodings() {}

  /** Adds the secret parts of a value, such as that of an Authorization or Cookie header. */
  static void addParts(Set<String> parts, String secret) {
    add(parts, secret);
    // "Bearer abc", "a=b; c=\"d\"": a peer may echo a part alone.
    Matcher scheme = SCHEME.matcher(secret);
    String rest = scheme.lookingAt() ? secret.substring(scheme.end()) : secret;
    for (String part : BETWEEN_PARTS.split(rest, -1)) {
      String value = part.substring(part.indexOf('=') + 1);
      add(parts, part);
      add(parts, stripped(part, "=")); // Base64 without its padding
      add(parts, value);
      add(parts, stripped(value, "\"'"));
    }
    addCredentials(parts, secret);
  }

  /** The password in Basic credentials is only encoded, and some peers echo it decoded. */
  private static void addCredentials(Set<String> parts, String secret) {
    Matcher basic = BASIC.matcher(secret);
    if (basic.matches()) {
      try {
        byte[] pair = Base64.getDecoder().decode(basic.group(1));
        String text = new String(pair, StandardCharsets.UTF_8);
        add(parts, text);
        add(parts, text.substring(text.indexOf(':') + 1));
      } catch (IllegalArgumentException e) {
        // Not Base64, so there is nothing to decode.
      }
    }
  }

  private static void add(Set<String> parts, String part) {
    if (part.length() >= SHORTEST) {
      parts.add(part);
    }
  }

  /** Returns a part unescaped, and as JSON, URLs and HTML escape it. */
  static Set<String> escaped(String part) {
    if (PLAIN.matcher(part).matches()) {
      return Set.of(part);
    }
    String json = String.valueOf(JsonStringEncoder.getInstance().quoteAsCharArray(part));
    String url = URLEncoder.encode(part, StandardCharsets.UTF_8);
    Set<String> forms = new LinkedHashSet<>();
    forms.add(part);
    forms.add(json);
    forms.add(json.replace("/", "\\/")); // PHP
    forms.add(unicode(json, "+&<>'`", "%04X")); // .NET
    forms.add(unicode(json, "&<>'=", "%04x")); // Gson, Go
    forms.add(url);
    forms.add(url.replace("+", "%20"));
    forms.add(ESCAPE.matcher(url).replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT)));
    String html = part.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    forms.add(html);
    forms.add(html.replace("\"", "&quot;").replace("'", "&#39;"));
    return forms;
  }

  /** Escapes these characters of a JSON text by their code. */
  private static String unicode(String json, String characters, String code) {
    StringBuilder text = new StringBuilder();
    json.chars()
        .forEach(
            c -> {
              if (characters.indexOf(c) >= 0) {
                text.append("\\u").append(code.formatted(c));
              } else {
                text.append((char) c);
              }
            });
    return text.toString();
  }

  /** Strips these characters at both ends; a regular expression would take n² steps. */
  private static String stripped(String text, String characters) {
    int start = 0;
    int end = text.length();
    while (start < end && characters.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && characters.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end);
  }
}

package io.taskforge.server.outbound;

import io.taskforge.json.strict.JsonValue;
import io.taskforge.text.BoundedText;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The URL of an outbound call: http or https, with the host in canonical notation. Rejects
 * everything that two programs could parse differently, because parser differences allow SSRF.
 *
 * @param tls whether it is https
 * @param host a name in lower case, or an IP address without brackets
 * @param port the port that is dialled
 * @param literal the host's IP address; null for a name
 * @param pathAndQuery the request target, beginning with a slash
 */
public record TargetUrl(
    boolean tls, String host, int port, @Nullable IpAddress literal, String pathAndQuery) {
  public static final int MAX_LENGTH = 4_096;

  private static final Pattern SHAPE =
      Pattern.compile(
          "(?<scheme>[A-Za-z]+)://(?<authority>[^/?#]*)(?<rest>[^#]*)(?<fragment>#.*)?");
  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[^\\[\\]]*]|[^:\\[\\]]*)(?<port>:.*)?");
  private static final Pattern PORT = Pattern.compile(":[1-9][0-9]{0,4}");
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final String NEVER_PLAIN = "\"<>\\^`{|}";
  private static final int SHOWN_BYTES = 100;

  /**
   * Reads the URL in a document; null, with a fault, if it is invalid or blocked. Faults don't
   * contain the URL, because it may contain a password.
   *
   * @param policy SSRF protection; null to accept every target
   */
  public static @Nullable TargetUrl read(JsonValue json, @Nullable SsrfPolicy policy) {
    JsonValue masked = json.shownAs("this URL");
    TargetUrl url =
        masked.convert(masked.string("must be a string with an http(s) URL"), TargetUrl::parse);
    Optional<String> blocked =
        url == null || policy == null ? Optional.empty() : policy.whyBlocked(url);
    if (url == null || blocked.isEmpty()) {
      return url;
    }
    json.shownAs(url.hostAndPort())
        .fault("must be a target that the setting allowTargets allows: " + blocked.get());
    return null;
  }

  /**
   * @throws IllegalArgumentException if it is invalid; the message says which rule it breaks
   */
  public static TargetUrl parse(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("must have from 1 to " + MAX_LENGTH + " characters");
    }
    rejectIllegalCharacters(text);
    Matcher url = SHAPE.matcher(text);
    if (!url.matches()) {
      throw new IllegalArgumentException("must begin with http:// or https://");
    }
    boolean tls = tls(url.group("scheme"));
    String authority = url.group("authority");
    if (authority.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "must hold no user name or password; send them in a header");
    }
    if (url.group("fragment") != null && url.group("rest").isEmpty()) {
      throw new IllegalArgumentException("must have a path before '#'");
    }
    Matcher parts = AUTHORITY.matcher(authority);
    if (!parts.matches()) {
      throw new IllegalArgumentException("must have a host, and brackets around an IPv6 address");
    }
    TargetHost host = TargetHost.parse(parts.group("host"));
    return new TargetUrl(
        tls, host.text(), port(parts.group("port"), tls), host.literal(), rest(url.group("rest")));
  }

  private static void rejectIllegalCharacters(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7F) {
        throw new IllegalArgumentException(
            "must be plain ASCII without spaces but has U+%04X; write a path with %%-escapes and a name as xn--…"
                .formatted((int) c));
      }
      if (NEVER_PLAIN.indexOf(c) >= 0) {
        throw new IllegalArgumentException("must not hold '" + c + "'; write it as a %-escape");
      }
    }
  }

  private static boolean tls(String scheme) {
    if (scheme.equalsIgnoreCase("http")) {
      return false;
    }
    if (scheme.equalsIgnoreCase("https")) {
      return true;
    }
    throw new IllegalArgumentException(
        "must begin with http:// or https:// but begins with "
            + BoundedText.of(scheme, SHOWN_BYTES)
            + "://");
  }

  private static int port(@Nullable String text, boolean tls) {
    if (text == null) {
      return tls ? 443 : 80;
    }
    int port = PORT.matcher(text).matches() ? Integer.parseInt(text.substring(1)) : 0;
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port must be a number from 1 to 65535, after one colon");
    }
    return port;
  }

  private static String rest(String rest) {
    if (BROKEN_ESCAPE.matcher(rest).find()) {
      throw new IllegalArgumentException("must have two hexadecimal digits after every '%'");
    }
    int query = rest.indexOf('?');
    String path = query < 0 ? rest : rest.substring(0, query);
    if (path.indexOf('[') >= 0 || path.indexOf(']') >= 0) {
      throw new IllegalArgumentException(
          "must not hold brackets in its path; write them as escapes");
    }
    return path.isEmpty() ? "/" + rest : rest;
  }

  /** Returns the host, and the port unless it is the scheme's default; for messages. */
  public String hostAndPort() {
    String shown = literal != null && !literal.isV4() ? "[" + host + "]" : host;
    return port == (tls ? 443 : 80) ? shown : shown + ":" + port;
  }

  @Override
  public String toString() {
    return (tls ? "https://" : "http://") + hostAndPort() + pathAndQuery;
  }

  /**
   * The host of a URL: a name, or an IP address in canonical notation.
   *
   * @param literal the address, where it is one; null for a name
   */
  private record TargetHost(String text, @Nullable IpAddress literal) {
    private static final int MAX_NAME = 253;
    private static final Pattern NAME =
        Pattern.compile(
            "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");
    // Browsers and C libraries parse a name as an address if its last label is a number.
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

    /** Parses the host of a URL; an IPv6 address has brackets. */
    static TargetHost parse(String written) {
      String text = written.toLowerCase(Locale.ROOT);
      if (text.isEmpty()) {
        throw new IllegalArgumentException("must have a host");
      }
      if (text.startsWith("[")) {
        return IpAddress.parseV6(text.substring(1, text.length() - 1))
            .map(TargetHost::of)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "must have a plain IPv6 address in brackets, without a zone"));
      }
      if (ENDS_IN_NUMBER.matcher(text).matches()) {
        return IpAddress.parseV4(text)
            .map(TargetHost::of)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "must write an IPv4 address as four decimal numbers without leading zeros"));
      }
      if (text.endsWith(".")) {
        throw new IllegalArgumentException("must have a host that does not end in a dot");
      }
      if (text.length() > MAX_NAME || !NAME.matcher(text).matches()) {
        throw new IllegalArgumentException(
            "must have a host of letters, digits, '-' and '_' in parts of 1 to 63, with dots between");
      }
      return new TargetHost(text, null);
    }

    private static TargetHost of(IpAddress address) {
      return new TargetHost(address.toString(), address);
    }
  }
}

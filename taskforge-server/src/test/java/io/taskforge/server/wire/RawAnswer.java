package io.taskforge.server.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The raw text of a response.
 *
 * @param text the whole response
 * @param hung whether the deadline passed before the response was complete
 */
public record RawAnswer(String text, boolean hung) {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})[^\r\n]*\r\n");

  static RawAnswer of(byte[] bytes, boolean hung) {
    return new RawAnswer(new String(bytes, StandardCharsets.UTF_8), hung);
  }

  /** The status, or 0 if the connection was closed without a response. */
  public int status() {
    Matcher matcher = STATUS.matcher(text);
    return matcher.lookingAt() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Whether the response is complete; for an event stream the beginning is enough. */
  boolean isWhole() {
    if (!text.contains("\r\n\r\n")) {
      return false;
    }
    String length = header("Content-Length");
    return header("Content-Type").startsWith("text/event-stream")
        || (!length.isEmpty()
            && body().getBytes(StandardCharsets.UTF_8).length >= Integer.parseInt(length));
  }

  /** A header of the first response, or an empty string. */
  public String header(String name) {
    return head()
        .lines()
        .filter(
            line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private String head() {
    int end = text.indexOf("\r\n\r\n");
    return end < 0 ? text : text.substring(0, end);
  }

  /** Everything after the first response's headers. */
  public String body() {
    int end = text.indexOf("\r\n\r\n");
    return end < 0 ? "" : text.substring(end + 4);
  }
}

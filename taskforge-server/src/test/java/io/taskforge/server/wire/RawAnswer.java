package io.taskforge.server.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came back over a socket, as it came.
 *
 * @param text all of it
 * @param hung whether the deadline passed before the server was done
 */
public record RawAnswer(String text, boolean hung) {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})[^\r\n]*\r\n");

  static RawAnswer of(byte[] bytes, boolean hung) {
    return new RawAnswer(new String(bytes, StandardCharsets.UTF_8), hung);
  }

  /** The status; 0 if the connection ended without an answer. */
  public int status() {
    Matcher matcher = STATUS.matcher(text);
    return matcher.lookingAt() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Whether nothing more of it will come; of a stream of events the beginning is enough. */
  boolean isWhole() {
    if (!text.contains("\r\n\r\n")) {
      return false;
    }
    String length = header("Content-Length");
    return header("Content-Type").startsWith("text/event-stream")
        || (!length.isEmpty()
            && body().getBytes(StandardCharsets.UTF_8).length >= Integer.parseInt(length));
  }

  /** A header of the first answer, or nothing. */
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

  /** What follows the first head. */
  public String body() {
    int end = text.indexOf("\r\n\r\n");
    return end < 0 ? "" : text.substring(end + 4);
  }
}

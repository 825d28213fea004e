package io.taskforge.server.http;

import io.taskforge.json.strict.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requires a JSON Content-Type, which is also CSRF protection: a page of another site can send
 * forms and plain text without a CORS preflight request, but not JSON.
 */
final class JsonContentType {
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*(\"[^\"]*\"?|[^;]*)", Pattern.CASE_INSENSITIVE);

  private JsonContentType() {}

  /** Rejects anything but JSON with 415, and any charset but UTF-8 with 400. */
  static void require(@Nullable String contentType) {
    String header = contentType == null ? "" : contentType;
    String type = header.split(";", 2)[0].strip();
    if (!type.equalsIgnoreCase("application/json")
        && !type.toLowerCase(Locale.ROOT).endsWith("+json")) {
      throw Problem.plain(
          415,
          "not-json",
          "The body must be JSON",
          "Content-Type must be application/json but was "
              + (type.isEmpty() ? "missing" : shown(type))
              + "; with curl, add -H 'Content-Type: application/json'");
    }
    Matcher charsets = CHARSET.matcher(header);
    while (charsets.find()) {
      String charset = charsets.group(1).replace("\"", "").strip();
      if (!charset.equalsIgnoreCase("utf-8")) {
        throw Problem.plain(
            400,
            "unsupported-charset",
            "The body must be in UTF-8",
            "the charset in Content-Type must be UTF-8 but was " + shown(charset));
      }
    }
  }

  private static String shown(String text) {
    return JsonValue.shown(new Field.QueryText(text));
  }
}

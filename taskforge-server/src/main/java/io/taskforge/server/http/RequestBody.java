package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a request's body, up to the limit, without trusting Content-Length. */
final class RequestBody {
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*(\"[^\"]*\"?|[^;]*)", Pattern.CASE_INSENSITIVE);

  private RequestBody() {}

  static byte[] read(Exchange exchange) {
    if (exchange.contentLength() > Limits.MAX_BODY_BYTES) {
      throw tooLong();
    }
    byte[] bytes;
    try {
      bytes = exchange.body(Limits.MAX_BODY_BYTES + 1);
    } catch (IOException e) {
      throw Problem.invalid("body", "a part of it", "must be sent completely");
    }
    if (bytes.length > Limits.MAX_BODY_BYTES) {
      throw tooLong();
    }
    return bytes;
  }

  static JsonNode readJson(byte[] body) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw Problem.invalid("body", "a byte sequence", "must be UTF-8");
    }
    if (text.isBlank()) {
      throw Problem.invalid("body", Fault.NOTHING, "must be one JSON value");
    }
    try {
      return Json.read(text);
    } catch (InvalidJsonException e) {
      throw Problem.invalid(List.of(e.fault("body")));
    }
  }

  static Problem tooLong() {
    return Problem.plain(
        413,
        "too-long",
        "The body is too large",
        "a body must be at most " + Limits.MAX_BODY_BYTES + " bytes");
  }

  /**
   * Rejects anything but JSON with 415, and any charset but UTF-8 with 400. This is also CSRF
   * protection: a page of another site can send forms and plain text without a CORS preflight
   * request, but not JSON.
   */
  static void requireJson(@Nullable String contentType) {
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

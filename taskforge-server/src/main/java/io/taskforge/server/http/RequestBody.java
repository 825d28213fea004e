package io.taskforge.server.http;

import io.javalin.http.Context;
import io.taskforge.json.Fault;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpException;
import tools.jackson.databind.JsonNode;

/** Reads a request's body, up to the limit, without trusting Content-Length. */
final class RequestBody {
  private RequestBody() {}

  static byte[] read(Context context) {
    if (context.req().getContentLengthLong() > Limits.MAX_BODY_BYTES) {
      throw tooLong();
    }
    byte[] bytes;
    try (InputStream in = context.req().getInputStream()) {
      bytes = in.readNBytes(Limits.MAX_BODY_BYTES + 1);
    } catch (IOException | HttpException.RuntimeException e) {
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
}

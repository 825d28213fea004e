package io.taskforge.server.http;

import io.javalin.http.Context;
import io.taskforge.json.Fault;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.http.HttpException;

/** Reads a request's body, and never more of it than is allowed, whatever it says of its length. */
final class Body {
  private Body() {}

  static byte[] read(Context context) {
    if (context.req().getContentLengthLong() > Limits.MAX_BODY_BYTES) {
      throw tooLong().exception();
    }
    byte[] bytes;
    try (InputStream in = context.req().getInputStream()) {
      bytes = in.readNBytes(Limits.MAX_BODY_BYTES + 1);
    } catch (IOException | HttpException.RuntimeException e) {
      throw Problem.invalid(new Fault("body", "a part of it", "must be sent whole")).exception();
    }
    if (bytes.length > Limits.MAX_BODY_BYTES) {
      throw tooLong().exception();
    }
    return bytes;
  }

  static Problem tooLong() {
    return Problem.plain(
        413,
        "too-long",
        "The body is too long",
        "a body must be at most " + Limits.MAX_BODY_BYTES + " bytes");
  }
}

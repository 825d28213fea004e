package io.taskforge.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Responds with problem details to requests that Jetty rejects, such as malformed HTTP. */
final class ProblemErrorHandler extends ErrorHandler {
  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    // An unsupported request is the client's error.
    int code = status == 501 || status == 505 ? 400 : status;
    Reply reply =
        Reply.problem(
            Problem.plain(
                code,
                code < 500 ? "http" : "unexpected",
                HttpStatus.getMessage(code),
                detail(code, message)));
    response.setStatus(code);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
  }

  /** Jetty often gives no reason other than the name of the status. */
  private static String detail(int status, @Nullable String message) {
    String name = HttpStatus.getMessage(status);
    if (status < 500 && message != null && !message.equals(name)) {
      return message;
    }
    return switch (status) {
      case 400 ->
          "the request is not valid HTTP; a path must start with /, must not contain %00 and must"
              + " not lead above /, and CONNECT is not supported";
      case 404 -> "there is no route at this target; GET /openapi.json lists all paths";
      case 414, 431 ->
          "request line and headers must be at most " + Limits.MAX_HEADER_BYTES + " bytes";
      default -> name;
    };
  }
}

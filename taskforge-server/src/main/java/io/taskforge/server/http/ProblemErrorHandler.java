package io.taskforge.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty refuses before a route is looked for, such as broken HTTP, as problems too. */
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
    // What we don't speak is not our fault.
    int code = status == 501 || status == 505 ? 400 : status;
    Reply reply =
        Reply.problem(
            Problem.plain(
                code,
                code < 500 ? "http" : "unexpected",
                HttpStatus.getMessage(code),
                code < 500 && message != null ? message : HttpStatus.getMessage(code)));
    response.setStatus(code);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
  }
}

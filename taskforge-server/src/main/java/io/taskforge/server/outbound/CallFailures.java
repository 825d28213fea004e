package io.taskforge.server.outbound;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.text.BoundedText;
import io.taskforge.text.DurationText;
import io.taskforge.text.PrintableText;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/** Maps the failures of a call to error types, which retry policies distinguish. */
final class CallFailures {
  private static final int REASON_BYTES = 300;
  private static final int MAX_CAUSES = 10;

  private CallFailures() {}

  static HandlerFailure blocked(TargetUrl url, String why) {
    return HandlerFailure.of(
        Errors.TARGET_BLOCKED, url.hostAndPort() + " may not be called: " + why);
  }

  static HandlerFailure deadline(TargetUrl url, Duration timeout) {
    return HandlerFailure.of(
        Errors.TIMEOUT,
        "no complete answer from "
            + url.hostAndPort()
            + " within "
            + DurationText.forPeople(timeout));
  }

  static HandlerFailure tooManyLookups(TargetUrl url, RuntimeException cause) {
    return HandlerFailure.of(
            Errors.OVERLOADED, "too many names are being looked up to find " + url.hostAndPort())
        .causedBy(cause);
  }

  static HandlerFailure noConnection(TargetUrl url, String why) {
    return HandlerFailure.of(
        Errors.OVERLOADED, "no free connection to " + url.hostAndPort() + ": " + why);
  }

  static HandlerFailure surplus(HttpCall call, int status) {
    return HandlerFailure.of(
        Errors.BROKEN_RESPONSE,
        "%s sent bytes after the end of its response to %s (HTTP %d); the response was not used"
            .formatted(call.url().hostAndPort(), call.method(), status));
  }

  static HandlerFailure of(TargetUrl url, Redaction redaction, Exception thrown) {
    Throwable telling = thrown;
    ErrorType type = null;
    int steps = 0;
    for (Throwable link = thrown; link != null && steps < MAX_CAUSES; link = link.getCause()) {
      type = typeOf(link);
      if (type != null) {
        telling = link;
        break;
      }
      steps++;
    }
    ErrorType known = type == null ? Errors.CONNECTION_ERROR : type;
    String reason = reason(telling, redaction);
    return redaction.in(
        HandlerFailure.of(known, words(known) + url.hostAndPort() + ": " + reason)
            .causedBy(thrown));
  }

  /** Redacts before truncating, because a truncated secret would not be recognized. */
  private static String reason(Throwable telling, Redaction redaction) {
    String message = telling.getMessage();
    String text = message == null ? telling.getClass().getSimpleName() : message;
    return PrintableText.replaced(BoundedText.of(redaction.in(text), REASON_BYTES));
  }

  private static String words(ErrorType type) {
    if (type.equals(Errors.CONNECT_TIMEOUT)) {
      return "no connection in time to ";
    }
    if (type.equals(Errors.MALFORMED_RESPONSE)) {
      return "no proper HTTP answer from ";
    }
    return type.equals(Errors.TIMEOUT) ? "no answer in time from " : "no answer from ";
  }

  private static @Nullable ErrorType typeOf(Throwable link) {
    if (link instanceof ConnectTimeoutException) {
      return Errors.CONNECT_TIMEOUT;
    }
    if (link instanceof InterruptedIOException) {
      return Errors.TIMEOUT;
    }
    if (link instanceof ConnectException) {
      // The kernel may time out before we do, which only its message says.
      boolean late = String.valueOf(link.getMessage()).contains("timed out");
      return late ? Errors.CONNECT_TIMEOUT : Errors.CONNECTION_REFUSED;
    }
    if (link instanceof UnknownHostException) {
      return Errors.UNKNOWN_HOST;
    }
    if (link instanceof SSLException) {
      return Errors.TLS_ERROR;
    }
    if (link instanceof HttpException
        || link instanceof MalformedChunkCodingException
        || link instanceof MessageConstraintException) {
      return Errors.MALFORMED_RESPONSE;
    }
    return null;
  }
}

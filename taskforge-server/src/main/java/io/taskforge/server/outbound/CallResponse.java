package io.taskforge.server.outbound;

import io.taskforge.failure.HandlerFailure;
import io.taskforge.failure.RetryAfter;
import io.taskforge.text.BoundedText;
import io.taskforge.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response.
 *
 * @param retryAfterHeader the header Retry-After, or null
 * @param locationHeader the header Location, or null; redirects are not followed
 * @param excerpt the first KiB of the body as printable text; a compressed body is only described
 * @param bytes how many bytes of the body were read
 * @param truncated whether the body was longer
 * @param duration the time from the call to the last byte read
 */
public record CallResponse(
    int status,
    @Nullable String retryAfterHeader,
    @Nullable String locationHeader,
    String excerpt,
    int bytes,
    boolean truncated,
    Duration duration) {
  /** The maximum number of bytes that are read; the connection is dropped if there are more. */
  static final int MAX_BYTES = 64 * 1024;

  private static final int EXCERPT_BYTES = 1024;
  private static final int HEADER_BYTES = 1024;
  private static final int CODING_LENGTH = 32;

  /** Reads a response and masks the call's secrets in it. */
  static CallResponse read(
      ClassicHttpResponse response, Redaction redaction, Supplier<Duration> elapsed)
      throws IOException {
    HttpEntity entity = response.getEntity();
    InputStream content = entity == null ? null : entity.getContent();
    // Not closed here: closing reads to the end, however far that is.
    byte[] bytes = content == null ? new byte[0] : content.readNBytes(MAX_BYTES + 1);
    int kept = Math.min(bytes.length, MAX_BYTES);
    Duration duration = elapsed.get();
    return new CallResponse(
        response.getCode(),
        redacted(header(response, HttpHeaders.RETRY_AFTER), redaction),
        redacted(header(response, HttpHeaders.LOCATION), redaction),
        redaction.in(excerpt(response, bytes, kept)),
        kept,
        bytes.length > MAX_BYTES,
        duration);
  }

  /** Never decompresses: a few bytes may expand to gigabytes (a decompression bomb). */
  private static String excerpt(ClassicHttpResponse response, byte[] bytes, int kept) {
    String coding = header(response, HttpHeaders.CONTENT_ENCODING);
    if (kept > 0 && coding != null && !coding.toLowerCase(Locale.ROOT).equals("identity")) {
      String shown = coding.length() <= CODING_LENGTH ? coding : "unknown encoding";
      return "(" + kept + " bytes, " + shown + ")";
    }
    return PrintableText.ofBytes(bytes, kept, EXCERPT_BYTES);
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null || header.getValue() == null
        ? null
        : PrintableText.replaced(header.getValue());
  }

  /** Redacts before truncating, because a truncated secret would not be recognized. */
  private static @Nullable String redacted(@Nullable String header, Redaction redaction) {
    return header == null ? null : BoundedText.of(redaction.in(header), HEADER_BYTES);
  }

  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  public boolean isRedirect() {
    return status >= 300 && status < 400;
  }

  public Optional<String> retryAfter() {
    return Optional.ofNullable(retryAfterHeader);
  }

  public Optional<String> location() {
    return Optional.ofNullable(locationHeader);
  }

  /** Returns why a response is a failure: a redirect, or the excerpt of the body. */
  public String why() {
    return isRedirect()
        ? ": redirects are not followed" + location().map(to -> "; Location: " + to).orElse("")
        : tail();
  }

  /** Returns a colon and the excerpt of the body; empty if there is no body. */
  public String tail() {
    return excerpt.isEmpty() ? "" : ": " + excerpt;
  }

  /** Returns the failure of a response whose status is none of success; without a stack trace. */
  public HandlerFailure failure(String from, InstantSource clock) {
    HandlerFailure failure = HandlerFailure.ofStatus(status, from + why());
    // The stack trace says nothing about the cause.
    failure.setStackTrace(new StackTraceElement[0]);
    return retryAfter()
        .flatMap(header -> RetryAfter.parse(header, clock.instant()))
        .map(failure::retryAfter)
        .orElse(failure);
  }
}

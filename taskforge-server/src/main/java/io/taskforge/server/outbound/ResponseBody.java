package io.taskforge.server.outbound;

import io.taskforge.text.BoundedText;
import io.taskforge.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The part of a response body that is read, not decompressed. */
record ResponseBody(String excerpt, int bytes, boolean truncated) {
  /** The maximum number of bytes that are read; the connection is dropped if there are more. */
  static final int MAX_BYTES = 64 * 1024;

  private static final int EXCERPT_BYTES = 1024;
  private static final int HEADER_BYTES = 1024;
  private static final int CODING_LENGTH = 32;

  static ResponseBody read(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    InputStream content = entity == null ? null : entity.getContent();
    if (content == null) {
      return new ResponseBody("", 0, false);
    }
    // Not closed here: closing reads to the end, however far that is.
    byte[] bytes = content.readNBytes(MAX_BYTES + 1);
    boolean truncated = bytes.length > MAX_BYTES;
    int kept = Math.min(bytes.length, MAX_BYTES);
    return new ResponseBody(excerpt(response, bytes, kept), kept, truncated);
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

  CallResponse response(ClassicHttpResponse response, Redaction redaction, Duration duration) {
    return new CallResponse(
        response.getCode(),
        redacted(header(response, HttpHeaders.RETRY_AFTER), redaction),
        redacted(header(response, HttpHeaders.LOCATION), redaction),
        redaction.in(excerpt),
        bytes,
        truncated,
        duration);
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
}

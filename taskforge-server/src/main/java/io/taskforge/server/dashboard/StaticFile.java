package io.taskforge.server.dashboard;

import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A static file from the class path.
 *
 * @param tag its ETag
 */
record StaticFile(String contentType, String text, String tag) {
  private static final int TAG_LENGTH = 32;
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml; charset=utf-8");

  /** Content Security Policy: only our own scripts and styles, to prevent XSS. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  static StaticFile read(String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    try (InputStream in = StaticFile.class.getResourceAsStream(name)) {
      if (type == null || in == null) {
        throw new IllegalStateException(
            "dashboard file " + name + " is missing or of an unknown type");
      }
      byte[] bytes = in.readAllBytes();
      return new StaticFile(type, new String(bytes, StandardCharsets.UTF_8), tag(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      // Weak, because the response may be compressed.
      return "W/\"" + HexFormat.of().formatHex(hash).substring(0, TAG_LENGTH) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Reply answer(Request request) {
    return (isKnownBy(request.header("If-None-Match"))
            ? Reply.notModified()
            : Reply.text(contentType, text))
        .header("ETag", tag)
        // Cached but revalidated, so that all files are of one version after an update.
        .header("Cache-Control", "no-cache")
        .header("Content-Security-Policy", POLICY)
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin");
  }

  private boolean isKnownBy(@Nullable String ifNoneMatch) {
    return ifNoneMatch != null
        && Arrays.stream(ifNoneMatch.split(",", -1)).map(String::strip).anyMatch(tag::equals);
  }
}

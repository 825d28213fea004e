package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes paths and queries strictly: two hexadecimal digits after %, valid UTF-8. */
final class PercentEncoding {
  static final String RULE = "must be percent-encoded UTF-8";

  private PercentEncoding() {}

  /** Rejects a path that cannot be decoded, such as %u0041, which the HTTP server accepts. */
  static void requireIn(String path) {
    if (decoded(path) == null) {
      throw Problem.invalid("path", JsonValue.shown(new Field.QueryText(path)), RULE);
    }
  }

  /** Returns the decoded text, or null if the encoding is malformed. */
  static @Nullable String decoded(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (!text.substring(i + 1, Math.min(i + 3, text.length())).matches("[0-9A-Fa-f]{2}")) {
          return null;
        }
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.writeBytes((c == '+' ? " " : String.valueOf(c)).getBytes(StandardCharsets.UTF_8));
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Decodes a query. Malformed parameters are faults: ignoring them could widen a filter. */
  static Map<String, List<String>> query(@Nullable String raw, List<Fault> faults) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : (raw == null ? "" : raw).split("&", -1)) {
      String[] parts = pair.split("=", 2);
      String key = decoded(parts[0]);
      String value = parts.length == 1 ? "" : decoded(parts[1]);
      if (key == null || value == null) {
        // Only the key: the value may be a secret.
        faults.add(new Fault("query", JsonValue.shown(new Field.QueryText(parts[0])), RULE));
      } else if (!pair.isEmpty()) {
        values.computeIfAbsent(key, any -> new ArrayList<>()).add(value);
      }
    }
    return values;
  }
}

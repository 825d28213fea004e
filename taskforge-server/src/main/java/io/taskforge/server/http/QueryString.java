package io.taskforge.server.http;

import io.taskforge.retry.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the query of a URL. What can't be decoded is a fault: to drop it would widen a filter. */
final class QueryString {
  private QueryString() {}

  static Map<String, List<String>> read(@Nullable String raw, List<Fault> faults) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : (raw == null ? "" : raw).split("&", -1)) {
      String[] parts = pair.split("=", 2);
      String key = decoded(parts[0]);
      String value = parts.length == 1 ? "" : decoded(parts[1]);
      if (key == null || value == null) {
        // The key alone: the value may be a secret that does not belong here.
        faults.add(
            new Fault(
                "query",
                Field.shown(new Field.QueryText(parts[0])),
                "must be percent-encoded UTF-8"));
      } else if (!pair.isEmpty()) {
        values.computeIfAbsent(key, any -> new ArrayList<>()).add(value);
      }
    }
    return values;
  }

  private static @Nullable String decoded(String text) {
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
}

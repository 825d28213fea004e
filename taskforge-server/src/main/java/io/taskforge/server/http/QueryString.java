package io.taskforge.server.http;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes a query. Malformed parameters are faults: ignoring them could widen a filter. */
final class QueryString {
  private QueryString() {}

  static Map<String, List<String>> read(@Nullable String raw, List<Fault> faults) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : (raw == null ? "" : raw).split("&", -1)) {
      String[] parts = pair.split("=", 2);
      String key = PercentEncoding.decoded(parts[0]);
      String value = parts.length == 1 ? "" : PercentEncoding.decoded(parts[1]);
      if (key == null || value == null) {
        // Only the key: the value may be a secret.
        faults.add(
            new Fault(
                "query", JsonValue.shown(new Field.QueryText(parts[0])), PercentEncoding.RULE));
      } else if (!pair.isEmpty()) {
        values.computeIfAbsent(key, any -> new ArrayList<>()).add(value);
      }
    }
    return values;
  }
}

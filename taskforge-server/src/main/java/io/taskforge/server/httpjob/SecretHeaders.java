package io.taskforge.server.httpjob;

import static io.taskforge.server.text.SecretNames.MASK;

import io.taskforge.job.JobTypeName;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.server.text.SecretNames;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recognizes secret headers of HTTP jobs, and masks them in payloads that are shown. */
public final class SecretHeaders {
  private static final Pattern USER_INFO = Pattern.compile("^([A-Za-z]+://)[^/?#]*@");

  private SecretHeaders() {}

  /** Whether the value of a header of this name is a secret. */
  public static boolean isSecret(String name) {
    return SecretNames.isSecret(name);
  }

  /** Returns the values of the secret ones among {@code headers}. */
  static List<String> values(Map<String, String> headers) {
    return headers.entrySet().stream()
        .filter(header -> isSecret(header.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Masks the secrets of a payload; only HTTP jobs have any. */
  public static String masked(JobTypeName type, String payload) {
    if (!type.equals(HttpJobHandler.TYPE)) {
      return payload;
    }
    try {
      return Json.read(payload) instanceof ObjectNode call ? masked(payload, call) : payload;
    } catch (InvalidJsonException e) {
      return "\"" + MASK + "\""; // unreadable, so it can't be masked in part
    }
  }

  private static String masked(String payload, ObjectNode call) {
    boolean changed = false;
    JsonNode url = call.get("url");
    if (url != null && url.isString() && USER_INFO.matcher(url.stringValue()).find()) {
      String hidden = USER_INFO.matcher(url.stringValue()).replaceFirst("$1" + MASK + "@");
      call.put("url", hidden);
      changed = true;
    }
    JsonNode headers = call.get("headers");
    if (headers instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> header : List.copyOf(object.properties())) {
        if (isSecret(header.getKey())) {
          object.put(header.getKey(), MASK);
          changed = true;
        }
      }
    } else if (headers != null && !headers.isNull()) {
      call.put("headers", MASK);
      changed = true;
    }
    return changed ? Json.write(call) : payload;
  }
}

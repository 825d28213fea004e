package io.taskforge.cli;

import io.taskforge.json.Fault;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.preview.RetryPreviewJson;
import io.taskforge.server.preview.RetryRow;
import java.util.List;
import java.util.Map;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The output of {@code --json}: ASCII only, for any terminal and pipe; numbers have no exponent.
 */
final class JsonOutput {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonOutput() {}

  /** Returns JSON text with its non-ASCII characters escaped. */
  static String ascii(String json) {
    StringBuilder result = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      // In JSON, such a character occurs only in strings, where escapes are allowed.
      result.append(c < 0x7f ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return result.toString();
  }

  static String policies(Map<String, RetryPolicy> policies) {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode array = root.putArray("policies");
    policies.forEach(
        (name, policy) -> array.addObject().put("name", name).set("policy", tree(policy)));
    return text(root);
  }

  static String retries(RetryPolicy policy, List<RetryRow> rows) {
    return text(RetryPreviewJson.of(policy, rows));
  }

  static String valid(RetryPolicy policy) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("valid", true);
    root.set("policy", tree(policy));
    return text(root);
  }

  static String faults(List<Fault> faults) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("valid", false);
    ArrayNode array = root.putArray("faults");
    faults.forEach(
        fault ->
            array
                .addObject()
                .put("key", fault.key())
                .put("value", fault.value())
                .put("rule", fault.rule()));
    return text(root);
  }

  private static ObjectNode tree(RetryPolicy policy) {
    return (ObjectNode) MAPPER.readTree(RetryPolicyJson.standard().write(policy));
  }

  private static String text(ObjectNode root) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
  }
}

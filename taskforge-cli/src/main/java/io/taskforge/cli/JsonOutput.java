package io.taskforge.cli;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.PolicyAdvice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.preview.RetryPreviewJson;
import io.taskforge.server.preview.RetryRow;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The output of {@code --json}: ASCII only, for any terminal and pipe; numbers have no exponent.
 */
final class JsonOutput {
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
    ObjectNode root = Json.object();
    ArrayNode array = root.putArray("policies");
    policies.forEach(
        (name, policy) -> array.addObject().put("name", name).set("policy", tree(policy)));
    return text(root);
  }

  static String retries(RetryPolicy policy, List<RetryRow> rows) {
    return text(RetryPreviewJson.of(policy, rows));
  }

  static String valid(RetryPolicy policy) {
    ObjectNode root = Json.object();
    root.put("valid", true);
    root.set("policy", tree(policy));
    ArrayNode advice = root.putArray("advice");
    PolicyAdvice.on(policy).forEach(advice::add);
    return text(root);
  }

  static String faults(List<Fault> faults) {
    ObjectNode root = Json.object();
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
    return (ObjectNode) Json.read(RetryPolicyJson.standard().write(policy));
  }

  private static String text(ObjectNode root) {
    return Json.writeAscii(root);
  }
}

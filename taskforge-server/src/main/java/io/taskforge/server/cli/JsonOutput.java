package io.taskforge.server.cli;

import io.taskforge.retry.Fault;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
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
 * What {@code --json} prints. Plain ASCII, so that it survives every terminal and pipe; numbers
 * never have an exponent.
 */
final class JsonOutput {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonOutput() {}

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

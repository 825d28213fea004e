package io.taskforge.server.preview;

import io.taskforge.json.strict.Json;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.preview.RetryRow.Waited;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A preview of a policy's retries as JSON, for the command line and the API. */
public final class RetryPreviewJson {
  private RetryPreviewJson() {}

  /** Returns the policy and these retries; durations are in milliseconds. */
  public static ObjectNode of(RetryPolicy policy, List<RetryRow> rows) {
    ObjectNode root = Json.object();
    root.set("policy", Json.read(RetryPolicyJson.standard().write(policy)));
    ArrayNode array = root.putArray("retries");
    for (RetryRow row : rows) {
      ObjectNode node = array.addObject();
      node.put("retry", row.retry());
      node.put("baseMs", millis(row.delay().base()));
      node.put("minMs", millis(row.delay().min()));
      node.put("maxMs", millis(row.delay().max()));
      Waited waited = row.waited();
      node.put("cumulativeMinMs", waited == null ? null : millis(waited.min()));
      node.put("cumulativeMaxMs", waited == null ? null : millis(waited.max()));
      node.put("cumulativeExpectedMs", waited == null ? null : millis(waited.expected()));
      node.put("beyondMaxRetries", row.note() == RetryRow.Note.BEYOND_MAX_RETRIES);
    }
    return root;
  }

  /** Milliseconds to the nanosecond, with at least one decimal: {@code 1000.0}, {@code 5062.5}. */
  private static @Nullable BigDecimal millis(@Nullable Duration duration) {
    if (duration == null) {
      return null;
    }
    BigDecimal exact =
        BigDecimal.valueOf(duration.getSeconds())
            .movePointRight(3)
            .add(BigDecimal.valueOf(duration.getNano(), 6))
            .stripTrailingZeros();
    return exact.setScale(Math.max(1, exact.scale()));
  }
}

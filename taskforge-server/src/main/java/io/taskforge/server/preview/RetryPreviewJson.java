package io.taskforge.server.preview;

import io.taskforge.json.strict.Json;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.View;
import io.taskforge.server.preview.RetryRow.Waited;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A preview of a policy's retries as JSON, for the command line and the API. */
public final class RetryPreviewJson {
  public static final View<RetryRow> ROW =
      View.<RetryRow>of("PreviewedRetry")
          .integer("retry", RetryRow::retry, "the number of the retry; retry 1 is attempt 2")
          .number("baseMs", r -> millis(r.delay().base()), "the delay before jitter, capped")
          .number("minMs", r -> millis(r.delay().min()), "the shortest delay")
          .number("maxMs", r -> millis(r.delay().max()), "the longest delay")
          .numberOrNull(
              "cumulativeMinMs",
              waited(Waited::min),
              "the sum of the delays so far, if each is the shortest")
          .numberOrNull(
              "cumulativeMaxMs",
              waited(Waited::max),
              "the sum of the delays so far, if each is the longest")
          .numberOrNull(
              "cumulativeExpectedMs",
              waited(Waited::expected),
              "the mean delay; null if it depends on earlier delays")
          .bool(
              "beyondMaxRetries",
              r -> r.note() == RetryRow.Note.BEYOND_MAX_RETRIES,
              "whether the policy gives up before this retry");

  private RetryPreviewJson() {}

  private static View.Value<RetryRow> waited(Function<Waited, @Nullable Duration> sum) {
    return row -> row.waited() == null ? null : millis(sum.apply(row.waited()));
  }

  /** Returns the policy and these retries; durations are in milliseconds. */
  public static ObjectNode of(RetryPolicy policy, List<RetryRow> rows) {
    ObjectNode root = Json.object();
    root.set("policy", Json.read(RetryPolicyJson.standard().write(policy)));
    ArrayNode array = root.putArray("retries");
    rows.forEach(row -> array.add(ROW.json(row)));
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

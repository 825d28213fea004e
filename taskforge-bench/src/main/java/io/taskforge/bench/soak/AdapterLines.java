package io.taskforge.bench.soak;

import io.taskforge.json.strict.Json;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The lines that an adapter prints. */
final class AdapterLines {
  static final String SYSTEM = "taskforge";

  /** The tables that grow and shrink with the load. */
  static final List<String> TABLES =
      List.of(
          "public.taskforge_job",
          "public.taskforge_ready",
          "public.taskforge_lease",
          "public.taskforge_attempt",
          "public.taskforge_finished");

  private AdapterLines() {}

  /** Returns the first line. */
  static String descriptor(String version, Instant startedAt) {
    ObjectNode line = Json.object().put("kind", "descriptor").put("system", SYSTEM);
    ArrayNode tables = line.putArray("event_tables");
    TABLES.forEach(tables::add);
    line.putArray("extensions");
    return Json.write(
        line.put("version", version)
            .put("schema_version", "1")
            .put("db_name", "taskforge_bench")
            .put("started_at", startedAt.toString()));
  }

  /** Returns the line of one metric. */
  static String metric(Instant at, String metric, double value, int windowSeconds) {
    return Json.write(
        Json.object()
            .put("t", at.toString())
            .put("system", SYSTEM)
            .put("kind", "adapter")
            .put("subject_kind", "adapter")
            .put("subject", "")
            .put("metric", metric)
            .put("value", value)
            .put("window_s", windowSeconds));
  }

  /** Returns how long to wait until the next whole multiple of a period, in milliseconds. */
  static long untilNextTick(long nowMillis, int periodSeconds) {
    long period = periodSeconds * 1_000L;
    return period - nowMillis % period;
  }
}

package io.taskforge.cli;

import io.taskforge.server.http.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which jobs of a list are wanted, and how many. */
final class JobListOptions {
  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Only those in this queue.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only those of this type.",
      completionCandidates = Choices.Types.class)
  private @Nullable String type;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "Only those of this tenant.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(
      names = "--error",
      paramLabel = "TYPE",
      description = "Only those whose last failure was of this type, such as timeout.")
  private @Nullable String error;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; " + Limits.DEFAULT_PAGE + " by default.")
  private int limit = Limits.DEFAULT_PAGE;

  @Option(names = "--all", description = "All of them, however many.")
  private boolean all;

  @Option(names = "--payload", description = "With --json: with payload and result of each.")
  private boolean payload;

  int limit() {
    if (limit < 1) {
      throw CommandFailure.invalid("--limit: " + limit + " is not allowed: must be at least 1");
    }
    return all ? Integer.MAX_VALUE : limit;
  }

  Map<String, String> query() {
    Map<String, String> query = new LinkedHashMap<>();
    put(query, "queue", queue);
    put(query, "type", type);
    put(query, "tenant", tenant);
    put(query, "errorType", error);
    put(query, "payload", payload ? "true" : null);
    return query;
  }

  private static void put(Map<String, String> query, String key, @Nullable String value) {
    if (value != null) {
      query.put(key, value);
    }
  }
}

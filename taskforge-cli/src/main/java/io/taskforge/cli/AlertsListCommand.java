package io.taskforge.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command
final class AlertsListCommand extends ApiCommand {
  private static final int USUAL = 50;
  private static final JsonTable TABLE =
      JsonTable.of("id", "state", "severity", "rule", "tenant", "queue")
          .time("raisedAt")
          .time("resolvedAt")
          .and("acknowledgedBy")
          .column("text", AlertsListCommand::summary)
          .least("resolved at", "tenant", "acknowledged by", "raised at", "severity", "rule");

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only those in this state: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Choices.AlertStates.class)
  private @Nullable String state;

  @Option(names = "--rule", paramLabel = "NAME", description = "Only those of this rule.")
  private @Nullable String rule;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "Only those of this tenant.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Only those of this queue.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(names = "--limit", paramLabel = "N", description = "How many at most; 50 by default.")
  private int limit = USUAL;

  @Option(names = "--all", description = "All of them, however many.")
  private boolean all;

  AlertsListCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = new LinkedHashMap<>();
    put(query, "state", state);
    put(query, "rule", rule);
    put(query, "tenant", tenant);
    put(query, "queue", queue);
    new Pages(api, "/alerts", query).print(this, TABLE, all ? Integer.MAX_VALUE : limit, "alerts");
    return ExitCodes.OK;
  }

  private static void put(Map<String, String> query, String key, @Nullable String value) {
    if (value != null) {
      query.put(key, value);
    }
  }

  /** The first sentence: what is wrong. The rest, what to do about it, is for {@code show}. */
  private static String summary(JsonNode alert) {
    return JsonCell.shown(JsonCell.text(alert.path("text")).split("\\. ", 2)[0]);
  }
}

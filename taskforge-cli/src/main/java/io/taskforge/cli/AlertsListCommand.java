package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command
final class AlertsListCommand extends ApiCommand {
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

  @Mixin private Filter filter = new Filter();
  @Mixin private PageOptions page = new PageOptions();

  AlertsListCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = filter.parameters();
    Filter.put(query, "state", state);
    Filter.put(query, "rule", rule);
    new Pages(api, "/alerts", query).print(this, TABLE, page.limit(), "alerts");
    return ExitCodes.OK;
  }

  /** The first sentence: what is wrong. The rest, what to do about it, is for {@code show}. */
  private static String summary(JsonNode alert) {
    return JsonCell.shown(JsonCell.text(alert.path("text")).split("\\. ", 2)[0]);
  }
}

package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(name = "series", description = "Shows counts of jobs and retries over time.")
final class StatsSeriesCommand extends ApiCommand {
  private static final JsonTable TABLE =
      JsonTable.of()
          .time("start")
          .number("started")
          .number("succeeded")
          .number("failed")
          .number("dead")
          .number("cancelled")
          .number("retries", "totalRetries")
          .number("successful", "successfulRetries")
          .least("cancelled", "successful");

  @Mixin private Filter filter = new Filter();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only jobs of this type.",
      completionCandidates = Choices.Types.class)
  private @Nullable String type;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "The start; 24 hours before the end by default.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "The end, exclusive; now by default.")
  private @Nullable String to;

  @Option(
      names = "--step",
      paramLabel = "TIME",
      description = "The length of each step, in whole hours; 1h by default.")
  private @Nullable String step;

  StatsSeriesCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = filter.parameters();
    Filter.put(query, "type", type);
    Filter.put(query, "from", from);
    Filter.put(query, "to", to);
    Filter.put(query, "step", step);
    ApiAnswer answer = api.get(ApiClient.withQuery("/stats/series", query));
    if (json()) {
      sayJson(answer.body());
      return ExitCodes.OK;
    }
    List<JsonNode> points = new ArrayList<>();
    answer.json().path("points").forEach(points::add);
    TABLE.lines(points, console()).forEach(this::say);
    return ExitCodes.OK;
  }
}

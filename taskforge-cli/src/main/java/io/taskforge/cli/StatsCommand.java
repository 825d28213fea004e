package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command
final class StatsCommand extends ApiCommand {
  private static final JsonTable QUEUES =
      JsonTable.of("queue")
          .number("waiting")
          .number("due")
          .number("running")
          .number("dead")
          .time("oldestDueAt")
          .least("oldest due at");

  StatsCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    ApiAnswer answer = api.get("/stats");
    if (json()) {
      sayJson(answer.body());
      return ExitCodes.OK;
    }
    JsonNode stats = answer.json();
    say("jobs     " + jobs(stats.path("jobs")));
    say("retries  " + retries(stats));
    say("workers  " + workers(stats.path("workers").asLong(0)));
    List<JsonNode> queues = queues(stats.path("queues"));
    if (!queues.isEmpty()) {
      say("");
      QUEUES.lines(queues, console()).forEach(this::say);
    }
    return ExitCodes.OK;
  }

  private String jobs(JsonNode byState) {
    String some =
        byState.properties().stream()
            .filter(state -> state.getValue().asLong(0) > 0)
            .map(state -> "%,d %s".formatted(state.getValue().asLong(0), painted(state.getKey())))
            .collect(Collectors.joining(", "));
    return some.isEmpty() ? "none" : some;
  }

  private String painted(String state) {
    return paint().state(state, JsonCell.shown(state, 20));
  }

  private static String retries(JsonNode stats) {
    long all = stats.path("totalRetries").asLong(0);
    return all == 0
        ? "none"
        : String.format(
            Locale.ROOT,
            "%,d: %,d succeeded, %,d failed again (%.0f %% succeeded)",
            all,
            stats.path("successfulRetries").asLong(0),
            stats.path("failedRetries").asLong(0),
            stats.path("retrySuccessRate").asDouble(0));
  }

  private static String workers(long alive) {
    return alive == 0 ? "none: no jobs are run" : Long.toString(alive);
  }

  private static List<JsonNode> queues(JsonNode byName) {
    List<JsonNode> rows = new ArrayList<>();
    for (Map.Entry<String, JsonNode> queue : byName.properties()) {
      ObjectNode row = ((ObjectNode) queue.getValue()).deepCopy();
      rows.add(row.put("queue", queue.getKey()));
    }
    return rows;
  }
}

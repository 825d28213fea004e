package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.JsonCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prints the totals of the store. */
final class StatsReport {
  private StatsReport() {}

  static int print(ApiCommand command, ApiClient api) {
    ApiAnswer answer = api.get("/stats");
    if (command.json()) {
      command.sayJson(answer.body());
      return ExitCodes.OK;
    }
    JsonNode stats = answer.json();
    command.say("jobs     " + jobs(command, stats.path("jobs")));
    command.say("retries  " + retries(stats));
    command.say("workers  " + workers(stats.path("workers").asLong(0)));
    List<JsonNode> queues = queues(stats.path("queues"));
    if (!queues.isEmpty()) {
      command.say("");
      Tables.STATS.lines(queues, command.console()).forEach(command::say);
    }
    return ExitCodes.OK;
  }

  static int printSeries(ApiCommand command, ApiAnswer answer) {
    if (command.json()) {
      command.sayJson(answer.body());
    } else {
      List<JsonNode> points = answer.json().path("points").valueStream().toList();
      Tables.SERIES.lines(points, command.console()).forEach(command::say);
    }
    return ExitCodes.OK;
  }

  private static String jobs(ApiCommand command, JsonNode byState) {
    String some =
        byState.properties().stream()
            .filter(state -> state.getValue().asLong(0) > 0)
            .map(
                state ->
                    "%,d %s"
                        .formatted(state.getValue().asLong(0), painted(command, state.getKey())))
            .collect(Collectors.joining(", "));
    return some.isEmpty() ? "none" : some;
  }

  private static String painted(ApiCommand command, String state) {
    return command.paint().state(state, JsonCell.shown(state, 20));
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

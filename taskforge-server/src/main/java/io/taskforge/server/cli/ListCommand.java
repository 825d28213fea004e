package io.taskforge.server.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Lists all things of a kind of which there are few. */
@Command
final class ListCommand extends ApiCommand {
  private final String path;
  private final JsonTable table;
  private final String noun;

  ListCommand(Console console, String path, JsonTable table, String noun) {
    super(console);
    this.path = path;
    this.table = table;
    this.noun = noun;
  }

  @Override
  int run(ApiClient api) {
    ApiAnswer answer = api.get(path);
    if (json()) {
      sayJson(answer.body());
      return ExitCodes.OK;
    }
    List<JsonNode> items = new ArrayList<>();
    answer.json().path("items").forEach(items::add);
    if (items.isEmpty()) {
      say("no " + noun);
    } else {
      table.lines(items, paint()).forEach(this::say);
    }
    return ExitCodes.OK;
  }
}

package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "groups",
    description = {
      "Groups failures by their cause, the largest groups first.",
      "The group's id is the argument of dlq redrive --group."
    })
final class DlqGroupsCommand extends ApiCommand {
  private static final JsonTable TABLE =
      JsonTable.of()
          .whole("group", group -> JsonCell.shown(group.path("fingerprint")))
          .number("dead", "deadJobs")
          .number("failures", "count")
          .time("lastSeen")
          .column("queues", DlqGroupsCommand::queues)
          .whole("sample job", group -> JsonCell.shown(group.at("/sample/jobId")))
          .column("error", DlqGroupsCommand::error)
          .least("sample job", "last seen", "queues");

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The maximum number of groups; 20 by default.")
  private int limit = 20;

  @Mixin private Filter filter = new Filter();

  DlqGroupsCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = filter.parameters();
    new Pages(api, "/failure-groups", query).print(this, TABLE, limit, "failures");
    return ExitCodes.OK;
  }

  private static String queues(JsonNode group) {
    String names =
        String.join(", ", group.path("queues").valueStream().map(JsonCell::text).toList());
    return JsonCell.shown(names);
  }

  private static String error(JsonNode group) {
    String type = JsonCell.text(group.path("errorType"));
    String message = JsonCell.text(group.at("/sample/message"));
    return JsonCell.shown(message.isEmpty() ? type : type + ": " + message);
  }
}

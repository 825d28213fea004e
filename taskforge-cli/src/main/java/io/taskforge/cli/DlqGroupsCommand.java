package io.taskforge.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "groups",
    description = {
      "Shows what failures have in common, the largest groups first.",
      "A group is what dlq redrive --group takes."
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
      names = "--queue",
      paramLabel = "NAME",
      description = "Only failures in this queue.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "Only those of this tenant.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(names = "--limit", paramLabel = "N", description = "How many at most; 20 by default.")
  private int limit = 20;

  DlqGroupsCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = new LinkedHashMap<>();
    if (queue != null) {
      query.put("queue", queue);
    }
    if (tenant != null) {
      query.put("tenant", tenant);
    }
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

package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "runs",
    description = "Lists the attempts of a schedule's jobs, newest first, also once it is deleted.")
final class SchedulesRunsCommand extends ApiCommand {
  private static final JsonTable TABLE =
      JsonTable.of("jobId")
          .number("attempt")
          .number("retryCount")
          .and("status")
          .time("scheduledAt")
          .time("startedAt")
          .number("durationMs")
          .column("error", SchedulesRunsCommand::error)
          .least("error", "started at", "duration ms", "attempt");

  @Parameters(
      paramLabel = "ID",
      description = "The schedule's id.",
      completionCandidates = Choices.Schedules.class)
  private String id = "";

  @Mixin private PageOptions page = new PageOptions();

  @Mixin private TenantOption.Owner owner = new TenantOption.Owner();

  SchedulesRunsCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    String tenant = owner.tenant();
    Map<String, String> query = tenant == null ? Map.of() : Map.of("tenant", tenant);
    new Pages(api, "/schedules/" + ApiClient.segment(id) + "/runs", query)
        .print(this, TABLE, page.limit(), "runs");
    return ExitCodes.OK;
  }

  private static String error(JsonNode run) {
    return run.path("errorType").isString()
        ? JsonCell.shown(
            JsonCell.text(run.path("errorType")) + ": " + JsonCell.text(run.path("message")))
        : JsonCell.NOTHING;
  }
}

package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(name = "list", description = "Lists jobs, newest first.")
final class JobsListCommand extends ApiCommand {
  static final JsonTable TABLE =
      JsonTable.of("id", "queue", "type", "state")
          .number("attempt")
          .number("failures")
          .time("runAt")
          .column("last error", JobsListCommand::error)
          .least("attempt", "run at", "failures", "last error", "type", "queue");

  @Mixin private JobListOptions wanted = new JobListOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only jobs in this state: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Choices.JobStates.class)
  private @Nullable String state;

  @Option(
      names = "--schedule",
      paramLabel = "ID",
      description = "Only jobs that this schedule enqueued.",
      completionCandidates = Choices.Schedules.class)
  private @Nullable String schedule;

  JobsListCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = wanted.query();
    if (state != null) {
      query.put("state", state.toUpperCase(Locale.ROOT));
    }
    if (schedule != null) {
      query.put("schedule", schedule);
    }
    new Pages(api, "/jobs", query).print(this, TABLE, wanted.limit(), "jobs");
    return ExitCodes.OK;
  }

  static String error(JsonNode job) {
    JsonNode error = job.path("lastError");
    return error.isObject()
        ? JsonCell.shown(
            JsonCell.text(error.path("type")) + ": " + JsonCell.text(error.path("message")))
        : JsonCell.NOTHING;
  }
}

package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(name = "list", description = "Lists dead letters, newest first.")
final class DlqListCommand extends ApiCommand {
  private static final String IN_EVERY_REASON = "dead-lettered, ";
  private static final JsonTable TABLE =
      JsonTable.of("id", "type")
          .column("from", job -> JsonCell.shown(job.at("/deadLetter/moved_from_queue")))
          .and("queue")
          .whole("moved at", job -> JsonCell.time(job.at("/deadLetter/moved_at")))
          .column("last error", JobsListCommand::error)
          .column("reason", DlqListCommand::reason)
          .least("moved at", "reason", "from", "queue");

  @Mixin private JobListOptions wanted = new JobListOptions();

  DlqListCommand(Console console) {
    super(console);
  }

  private static String reason(JsonNode job) {
    String reason = JsonCell.text(job.at("/deadLetter/dlq_reason"));
    return JsonCell.shown(
        reason.startsWith(IN_EVERY_REASON) ? reason.substring(IN_EVERY_REASON.length()) : reason);
  }

  @Override
  int run(ApiClient api) {
    new Pages(api, "/dead-letters", wanted.query())
        .print(this, TABLE, wanted.limit(), "dead letters");
    return ExitCodes.OK;
  }
}

package io.taskforge.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "list", description = "Lists dead letters, newest first.")
final class DlqListCommand extends ApiCommand {
  private static final int REASON_WIDTH = 50;
  private static final JsonTable TABLE =
      JsonTable.of("id", "queue", "type", "state")
          .column("from", job -> JsonCell.shown(job.at("/deadLetter/moved_from_queue"), 64))
          .column("moved at", job -> JsonCell.time(job.at("/deadLetter/moved_at")))
          .column("reason", job -> JsonCell.shown(job.at("/deadLetter/dlq_reason"), REASON_WIDTH))
          .column("last error", JobsListCommand::error);

  @Mixin private JobListOptions wanted = new JobListOptions();

  DlqListCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    new Pages(api, "/dead-letters", wanted.query())
        .print(this, TABLE, wanted.limit(), "dead letters");
    return ExitCodes.OK;
  }
}

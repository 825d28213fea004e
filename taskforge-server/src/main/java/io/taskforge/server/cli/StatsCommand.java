package io.taskforge.server.cli;

import picocli.CommandLine.Command;

@Command(name = "stats", description = "Shows the totals of all that the store keeps.")
final class StatsCommand extends ApiCommand {
  StatsCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    sayRecord(api.get("/stats"));
    return ExitCodes.OK;
  }
}

package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "progress", description = "Shows the progress of a redrive until it is done.")
final class DlqProgressCommand extends ApiCommand {
  @Parameters(
      paramLabel = "REDRIVE",
      description = "The redrive's id.",
      completionCandidates = Choices.Redrives.class)
  private String id = "";

  DlqProgressCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    if (json() || onStore()) {
      sayRecord(api.get("/redrives/" + ApiClient.segment(id)));
      return ExitCodes.OK;
    }
    return new RedriveWatch(this, api).follow(id);
  }
}

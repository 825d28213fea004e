package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import picocli.CommandLine.Command;

@Command(name = "whoami", description = "Shows the key in use, its tenant and its scope.")
final class KeysWhoamiCommand extends ApiCommand {
  KeysWhoamiCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    sayRecord(api.get("/caller"));
    return ExitCodes.OK;
  }
}

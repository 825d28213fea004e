package io.taskforge.server.cli;

import picocli.CommandLine.Command;

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
    Pages.whole(api, path).print(this, table, Integer.MAX_VALUE, noun);
    return ExitCodes.OK;
  }
}

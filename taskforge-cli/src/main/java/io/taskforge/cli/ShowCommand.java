package io.taskforge.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows one thing, a line for each of its keys. */
@Command
final class ShowCommand extends ApiCommand {
  private final String path;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** What is shown lies below {@code path}, such as {@code /queues/}. */
  ShowCommand(Console console, String path) {
    super(console);
    this.path = path;
  }

  @Override
  int run(ApiClient api) {
    sayRecord(api.get(TenantOption.at(path + ApiClient.segment(Names.of(spec).get(0)), spec)));
    return ExitCodes.OK;
  }
}

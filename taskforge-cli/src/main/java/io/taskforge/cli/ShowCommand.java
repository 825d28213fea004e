package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows one item of a resource, one line for each key. */
@Command
final class ShowCommand extends ApiCommand {
  private final String path;
  private final TenantOption tenant;

  @Spec private CommandSpec spec = CommandSpec.create();

  ShowCommand(Console console, String path, TenantOption tenant) {
    super(console);
    this.path = path;
    this.tenant = tenant;
  }

  @Override
  int run(ApiClient api) {
    sayRecord(api.get(tenant.at(path + "/" + ApiClient.segment(Resource.names(spec).get(0)))));
    return ExitCodes.OK;
  }
}

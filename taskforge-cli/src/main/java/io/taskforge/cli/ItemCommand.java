package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import picocli.CommandLine.Command;

/** Sends a request about one item and shows the response, one line for each key. */
@Command
final class ItemCommand extends ResourceCommand {
  /** The request for the item of this name. */
  @FunctionalInterface
  interface Call {
    ApiAnswer send(ApiClient api, ItemCommand command, String name);
  }

  private final Call call;

  ItemCommand(Resource resource, Call call) {
    super(resource.console(), resource);
    this.call = call;
  }

  @Override
  int run(ApiClient api) {
    sayRecord(call.send(api, this, names().get(0)));
    return ExitCodes.OK;
  }
}

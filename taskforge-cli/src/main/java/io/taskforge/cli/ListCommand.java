package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.JsonTable;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists all items of a resource that has few. */
@Command
final class ListCommand extends ResourceCommand {
  private final String path;
  private final JsonTable table;
  private final List<RequestOption> filters;

  ListCommand(Resource resource, JsonTable table, List<RequestOption> filters) {
    super(resource.console(), resource);
    this.path = resource.path();
    this.table = table;
    this.filters = List.copyOf(filters);
  }

  @Override
  int run(ApiClient api) {
    Pages.whole(api, path, query(filters))
        .print(this, table, Integer.MAX_VALUE, path.substring(1).replace('-', ' '));
    return ExitCodes.OK;
  }
}

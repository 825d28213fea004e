package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonTable;
import java.util.Map;
import picocli.CommandLine.Command;

/** Lists all items of a resource that has few. */
@Command
final class ListCommand extends ApiCommand {
  private final String path;
  private final JsonTable table;
  private final TenantOption option;

  ListCommand(Console console, String path, JsonTable table, TenantOption option) {
    super(console);
    this.path = path;
    this.table = table;
    this.option = option;
  }

  @Override
  int run(ApiClient api) {
    String tenant = option.tenant();
    Pages.whole(api, path, tenant == null ? Map.of() : Map.of("tenant", tenant))
        .print(this, table, Integer.MAX_VALUE, path.substring(1));
    return ExitCodes.OK;
  }
}

package io.taskforge.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists all things of a kind of which there are few. */
@Command
final class ListCommand extends ApiCommand {
  private final String path;
  private final JsonTable table;
  private final String noun;

  @Spec private CommandSpec spec = CommandSpec.create();

  ListCommand(Console console, String path, JsonTable table, String noun) {
    super(console);
    this.path = path;
    this.table = table;
    this.noun = noun;
  }

  @Override
  int run(ApiClient api) {
    Pages.whole(api, path, query()).print(this, table, Integer.MAX_VALUE, noun);
    return ExitCodes.OK;
  }

  private Map<String, String> query() {
    String tenant = TenantOption.of(spec);
    return tenant == null ? Map.of() : Map.of("tenant", tenant);
  }
}

package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.JsonTable;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists what belongs to one item, such as the runs of a schedule. */
@Command
final class ItemListCommand extends ResourceCommand {
  private final Resource resource;
  private final String noun;
  private final JsonTable table;

  @Mixin private PageOptions page = new PageOptions();

  ItemListCommand(Resource resource, String noun, JsonTable table) {
    super(resource.console(), resource);
    this.resource = resource;
    this.noun = noun;
    this.table = table;
  }

  @Override
  int run(ApiClient api) {
    String path = resource.path() + "/" + ApiClient.segment(names().get(0)) + "/" + noun;
    Map<String, String> query = query(resource.parameters());
    new Pages(api, path, query).print(this, table, page.limit(), noun);
    return ExitCodes.OK;
  }
}

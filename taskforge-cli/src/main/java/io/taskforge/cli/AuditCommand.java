package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(name = "audit", description = "Lists the audit log, newest first.")
final class AuditCommand extends ApiCommand {
  private static final JsonTable TABLE =
      JsonTable.of()
          .time("at")
          .and("actor", "action")
          .column("target", entry -> JsonCell.shown(entry.at("/target/id")))
          .and("tenant", "outcome")
          .column("detail", AuditCommand::detail)
          .least("tenant", "detail", "outcome");

  @Option(names = "--actor", paramLabel = "ID", description = "Only entries of this key, or local.")
  private @Nullable String actor;

  @Option(
      names = "--action",
      paramLabel = "ACTION",
      description = "Only this action, such as queue.pause.")
  private @Nullable String action;

  @Option(
      names = "--target",
      paramLabel = "TYPE[/ID]",
      description = "Only actions on this type, or on one of them: queue/mail.")
  private @Nullable String target;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "From this time on, such as 2030-01-31T12:00:00Z.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Before this time.")
  private @Nullable String to;

  @Mixin private TenantOption.Filter tenant = new TenantOption.Filter();
  @Mixin private PageOptions page = new PageOptions();

  AuditCommand(Console console) {
    super(console);
  }

  private static String detail(JsonNode entry) {
    StringBuilder text = new StringBuilder();
    entry
        .path("detail")
        .properties()
        .forEach(
            fact -> {
              if (!fact.getKey().equals("status")) {
                text.append(text.isEmpty() ? "" : ", ");
                text.append(fact.getKey()).append(": ").append(JsonCell.text(fact.getValue()));
              }
            });
    return text.isEmpty() ? JsonCell.NOTHING : JsonCell.shown(text.toString());
  }

  @Override
  int run(ApiClient api) {
    Map<String, String> query = new LinkedHashMap<>();
    Filter.put(query, "actor", actor);
    Filter.put(query, "action", action);
    Filter.put(query, "target", target);
    Filter.put(query, "tenant", tenant.tenant());
    Filter.put(query, "from", from);
    Filter.put(query, "to", to);
    new Pages(api, "/audit", query).print(this, TABLE, page.limit(), "audit entries");
    return ExitCodes.OK;
  }
}

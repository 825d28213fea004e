package io.taskforge.cli;

import io.taskforge.server.http.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(name = "audit", description = "Lists who did what, newest first.")
final class AuditCommand extends ApiCommand {
  private static final JsonTable TABLE =
      JsonTable.of()
          .time("at")
          .and("actor", "action")
          .column("target", entry -> JsonCell.shown(entry.at("/target/id")))
          .and("tenant", "outcome")
          .column("detail", AuditCommand::detail)
          .least("tenant", "detail", "outcome");

  @Option(names = "--actor", paramLabel = "ID", description = "Only by this key, or local.")
  private @Nullable String actor;

  @Option(names = "--action", paramLabel = "ACTION", description = "Only this: queue.pause.")
  private @Nullable String action;

  @Option(
      names = "--target",
      paramLabel = "TYPE[/ID]",
      description = "Only to such things, or to one of them: queue/mail.")
  private @Nullable String target;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "Only to this tenant's things.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(names = "--from", paramLabel = "TIME", description = "Not before 2030-01-31T12:00:00Z.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Before that time.")
  private @Nullable String to;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; " + Limits.DEFAULT_PAGE + " by default.")
  private int limit = Limits.DEFAULT_PAGE;

  @Option(names = "--all", description = "All of them, however many.")
  private boolean all;

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
    if (limit < 1) {
      throw CommandFailure.invalid("--limit: " + limit + " is not allowed: must be at least 1");
    }
    Map<String, String> query = new LinkedHashMap<>();
    put(query, "actor", actor);
    put(query, "action", action);
    put(query, "target", target);
    put(query, "tenant", tenant);
    put(query, "from", from);
    put(query, "to", to);
    new Pages(api, "/audit", query)
        .print(this, TABLE, all ? Integer.MAX_VALUE : limit, "audit entries");
    return ExitCodes.OK;
  }

  private static void put(Map<String, String> query, String key, @Nullable String value) {
    if (value != null) {
      query.put(key, value);
    }
  }
}

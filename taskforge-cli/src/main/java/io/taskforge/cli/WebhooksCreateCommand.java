package io.taskforge.cli;

import io.taskforge.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "create",
    description = "Creates a webhook and shows its signing secret, which is not shown again.")
final class WebhooksCreateCommand extends ApiCommand {
  /** What a webhook is replaced by when it is changed. */
  static final List<String> FIELDS =
      List.of("name", "url", "events", "queue", "type", "enabled", "allTenants");

  @Parameters(paramLabel = "URL", description = "Where events are sent.")
  private String url = "";

  @Option(
      names = "--event",
      required = true,
      split = ",",
      hideParamSyntax = true,
      paramLabel = "EVENT,…",
      description = "What it is sent; several with commas between: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Choices.Events.class)
  private List<String> events = List.of();

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Only events of jobs in this queue.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only events of jobs of this type.",
      completionCandidates = Choices.Types.class)
  private @Nullable String type;

  @Option(names = "--name", paramLabel = "TEXT", description = "A name for people.")
  private @Nullable String name;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "The tenant that owns it; default if not given.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(names = "--all-tenants", description = "Send it the alerts of every tenant.")
  private boolean allTenants;

  WebhooksCreateCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    ObjectNode webhook = Json.object().put("url", url);
    ArrayNode list = webhook.putArray("events");
    events.forEach(list::add);
    JobOptions.put(webhook, "queue", queue);
    JobOptions.put(webhook, "type", type);
    JobOptions.put(webhook, "name", name);
    JobOptions.put(webhook, "tenant", tenant);
    if (allTenants) {
      webhook.put("allTenants", true);
    }
    sayRecord(api.post("/webhooks", webhook));
    return ExitCodes.OK;
  }
}

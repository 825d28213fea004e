package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "create",
    description = "Creates a webhook and shows its signing secret, which is not shown again.")
final class WebhooksCreateCommand extends ApiCommand {
  @Parameters(paramLabel = "URL", description = "Where events are sent.")
  private String url = "";

  @Option(
      names = "--event",
      required = true,
      split = ",",
      hideParamSyntax = true,
      paramLabel = "EVENT,…",
      description = "The events to send, separated by commas: ${COMPLETION-CANDIDATES}.",
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

  @Option(names = "--name", paramLabel = "TEXT", description = "A display name.")
  private @Nullable String name;

  @Option(names = "--all-tenants", description = "Send it the alerts of every tenant.")
  private boolean allTenants;

  @Mixin private TenantOption.Owner owner = new TenantOption.Owner();

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
    JobOptions.put(webhook, "tenant", owner.tenant());
    if (allTenants) {
      webhook.put("allTenants", true);
    }
    sayRecord(api.post("/webhooks", webhook));
    return ExitCodes.OK;
  }
}

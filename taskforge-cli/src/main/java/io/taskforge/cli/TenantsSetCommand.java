package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "set",
    description = {
      "Sets limits of a tenant. The server rejects requests above a limit with status 429.",
      "Limits that are not given are kept; the value none removes one."
    })
final class TenantsSetCommand extends ApiCommand {
  private static final List<String> FIELDS = List.of("maxWaiting", "jobsPerSecond");

  @Parameters(
      paramLabel = "TENANT",
      description = "The tenant's id.",
      completionCandidates = Choices.Tenants.class)
  private String tenant = "";

  @Option(
      names = "--max-waiting",
      paramLabel = "N",
      description = "The maximum number of waiting jobs in all queues together.")
  private @Nullable String maxWaiting;

  @Option(
      names = "--jobs-per-second",
      paramLabel = "N",
      description = "The maximum number of jobs enqueued per second, on each server.")
  private @Nullable String jobsPerSecond;

  TenantsSetCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    ObjectNode changes = Json.object();
    if (maxWaiting != null) {
      changes.set("maxWaiting", SettingValue.number("--max-waiting", maxWaiting));
    }
    if (jobsPerSecond != null) {
      changes.set("jobsPerSecond", SettingValue.number("--jobs-per-second", jobsPerSecond));
    }
    if (changes.isEmpty()) {
      throw CommandFailure.invalid("give at least one of --max-waiting and --jobs-per-second");
    }
    String path = "/tenants/" + ApiClient.segment(tenant);
    sayRecord(new SettingsChange(api, path, FIELDS).ofAny(changes));
    return ExitCodes.OK;
  }
}

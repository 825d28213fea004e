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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "set",
    description = {
      "Changes settings of a queue, or creates the queue.",
      "Settings that are not given are kept; the value none removes one."
    })
final class QueuesSetCommand extends ApiCommand {
  private static final List<String> FIELDS =
      List.of("retryPolicy", "deadLetterQueue", "concurrency", "rate");

  @Parameters(
      paramLabel = "NAME",
      description = "The queue's name.",
      completionCandidates = Choices.Queues.class)
  private String name = "";

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "The maximum number of jobs that a worker runs concurrently.")
  private @Nullable String concurrency;

  @Option(
      names = "--rate",
      paramLabel = "N/TIME",
      description = "The rate limit for job starts of a worker: 10/s or 100/1m.")
  private @Nullable String rate;

  @Option(
      names = "--policy",
      paramLabel = "NAME|JSON",
      description = "The retry policy: a name, JSON, @FILE, or -.",
      completionCandidates = Choices.Presets.class)
  private @Nullable String policy;

  @Option(
      names = "--dead-letter-queue",
      paramLabel = "NAME",
      description = "Where jobs go after their last failure; without one they end FAILED.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String deadLetterQueue;

  QueuesSetCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    ObjectNode changes = changes();
    if (changes.isEmpty()) {
      throw CommandFailure.invalid(
          "give at least one of --concurrency, --rate, --policy and --dead-letter-queue");
    }
    String path = "/queues/" + ApiClient.segment(name);
    sayRecord(new SettingsChange(api, path, FIELDS).ofAny(changes));
    return ExitCodes.OK;
  }

  private ObjectNode changes() {
    ObjectNode changes = Json.object();
    if (concurrency != null) {
      changes.set("concurrency", SettingValue.number("--concurrency", concurrency));
    }
    if (rate != null) {
      changes.set("rate", SettingValue.rate("--rate", rate));
    }
    if (policy != null) {
      JsonNode none = SettingValue.text(policy);
      changes.set(
          "retryPolicy",
          none.isNull() ? none : new JsonArgument(console()).nameOrObject("--policy", policy));
    }
    if (deadLetterQueue != null) {
      changes.set("deadLetterQueue", SettingValue.text(deadLetterQueue));
    }
    return changes;
  }
}

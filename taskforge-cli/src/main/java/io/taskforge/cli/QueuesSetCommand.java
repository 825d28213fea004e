package io.taskforge.cli;

import io.taskforge.json.Json;
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
      "Settings that are not given stay as they are; none removes one."
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
      description = "How many of its jobs a worker runs at the same time at most.")
  private @Nullable String concurrency;

  @Option(
      names = "--rate",
      paramLabel = "N/TIME",
      description = "How many jobs a worker starts at most in a time: 10/s or 100/1m.")
  private @Nullable String rate;

  @Option(
      names = "--policy",
      paramLabel = "NAME|JSON",
      description = "The retry policy: the name of one, or JSON, @FILE, or -.",
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

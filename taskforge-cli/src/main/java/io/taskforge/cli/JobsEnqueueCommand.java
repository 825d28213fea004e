package io.taskforge.cli;

import io.taskforge.json.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "enqueue",
    description = {
      "Enqueues a job, or each line of a file.",
      "What the options say counts for each line of a batch that does not say otherwise."
    })
final class JobsEnqueueCommand extends ApiCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "TYPE",
      description = "The job's type: http, or a type that one of your workers runs.",
      completionCandidates = Choices.Types.class)
  private @Nullable String type;

  @Mixin private JobOptions options = new JobOptions();

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "The tenant that owns it.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(names = "--delay", paramLabel = "TIME", description = "That much later, such as 5m.")
  private @Nullable String delay;

  @Option(
      names = "--run-at",
      paramLabel = "TIME",
      description = "Then, such as 2030-01-31T12:00:00Z.")
  private @Nullable String runAt;

  @Option(
      names = "--max-retries",
      paramLabel = "N",
      description = "Instead of its policy's own number.")
  private @Nullable Integer maxRetries;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "An idempotency key: a second request with it makes no second job.")
  private @Nullable String key;

  @Option(
      names = "--batch",
      paramLabel = "FILE",
      description = "A file with a job on each line, as the API takes it; - for standard input.")
  private @Nullable String batch;

  JobsEnqueueCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    JsonArgument arguments = new JsonArgument(console());
    ObjectNode job = job(arguments);
    if (batch != null) {
      if (key != null) {
        throw CommandFailure.invalid("--key is for one job; in a batch, each line has its own");
      }
      return new JobBatch(this, api, job).enqueue(arguments, batch);
    }
    if (type == null) {
      throw CommandFailure.invalid("a TYPE is needed, or --batch FILE");
    }
    ApiAnswer answer = api.post("/jobs", job);
    if (json()) {
      sayJson(answer.body());
      return ExitCodes.OK;
    }
    JsonNode made = answer.json();
    String id = JsonCell.shown(made.path("id"), 40);
    String state = JsonCell.shown(made.path("state"), 20);
    say(
        answer.status() == 201
            ? "%s  %s, due %s"
                .formatted(id, paint().state(state, state), JsonCell.time(made.path("runAt")))
            : "%s  was there already: its key had been used; %s".formatted(id, state));
    return ExitCodes.OK;
  }

  private ObjectNode job(JsonArgument arguments) {
    ObjectNode job = Json.object();
    JobOptions.put(job, "type", type);
    options.into(job, arguments);
    JobOptions.put(job, "tenant", tenant);
    JobOptions.put(job, "delay", delay);
    JobOptions.put(job, "runAt", runAt);
    if (maxRetries != null) {
      job.put("maxRetries", maxRetries);
    }
    JobOptions.put(job, "idempotencyKey", key);
    return job;
  }
}

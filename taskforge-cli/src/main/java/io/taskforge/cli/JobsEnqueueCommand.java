package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.json.strict.Json;
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
      "Options are the defaults for the lines of a batch."
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
      names = "--delay",
      paramLabel = "TIME",
      description = "Run it after this delay, such as 5m.")
  private @Nullable String delay;

  @Option(
      names = "--run-at",
      paramLabel = "TIME",
      description = "Run it at this time, such as 2030-01-31T12:00:00Z.")
  private @Nullable String runAt;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "An idempotency key: a second request with the same key creates no job.")
  private @Nullable String key;

  @Option(
      names = "--batch",
      paramLabel = "FILE",
      description = "A file with one job per line, as JSON of the API; - for standard input.")
  private @Nullable String batch;

  @Mixin private TenantOption.Owner owner = new TenantOption.Owner();

  JobsEnqueueCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    JsonArgument arguments = new JsonArgument(console());
    ObjectNode job = job(arguments);
    if (batch != null) {
      if (key != null) {
        throw CommandFailure.invalid(
            "--key cannot be combined with --batch; set idempotencyKey on each line");
      }
      return new JobBatch(this, api, job).enqueue(arguments, batch);
    }
    if (type == null) {
      throw CommandFailure.invalid("give a TYPE or --batch FILE");
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
            : "%s  already exists with this idempotency key; %s".formatted(id, state));
    return ExitCodes.OK;
  }

  private ObjectNode job(JsonArgument arguments) {
    ObjectNode job = Json.object();
    JobOptions.put(job, "type", type);
    options.into(job, arguments);
    JobOptions.put(job, "tenant", owner.tenant());
    JobOptions.put(job, "delay", delay);
    JobOptions.put(job, "runAt", runAt);
    JobOptions.put(job, "idempotencyKey", key);
    return job;
  }
}

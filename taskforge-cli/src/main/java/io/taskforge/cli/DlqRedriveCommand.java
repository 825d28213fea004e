package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
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
    name = "redrive",
    description = {
      "Moves dead letters back to the queues that they came from; or retries failed or cancelled",
      "jobs in bulk.",
      "The server does the work: it continues after Ctrl-C."
    })
final class DlqRedriveCommand extends ApiCommand {
  @Parameters(arity = "0..*", paramLabel = "ID", description = "The jobs' ids; or --all.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All jobs that match the other options.")
  private boolean all;

  @Option(names = "--group", paramLabel = "ID", description = "Only those of this failure group.")
  private @Nullable String group;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Take jobs in this state: dead (default), failed or cancelled.",
      completionCandidates = Choices.RedriveStates.class)
  private @Nullable String state;

  @Option(names = "--rate", paramLabel = "N", description = "At most this many jobs per second.")
  private @Nullable Double rate;

  @Option(
      names = "--stop-if",
      paramLabel = "RATIO",
      description =
          "Stop if more than this fraction of the redriven jobs fails again, such as 0.5.")
  private @Nullable Double stopIf;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Move them to this queue instead.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String target;

  @Option(names = "--dry-run", description = "Only count the jobs that would be redriven.")
  private boolean dryRun;

  @Mixin private JobFilter filter = new JobFilter();

  DlqRedriveCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    if (ids.isEmpty() == !all) {
      throw CommandFailure.invalid("give the ids of jobs, or --all");
    }
    boolean narrowed = !filter.parameters().isEmpty();
    if (!all && (narrowed || group != null)) {
      throw CommandFailure.invalid(
          "--queue, --type, --error, --failure-kind, --tenant and --group require --all");
    }
    if (group != null && narrowed) {
      throw CommandFailure.invalid(
          "--group cannot be combined with --queue, --type, --error, --failure-kind or --tenant");
    }
    ApiAnswer answer = api.post(dryRun ? "/redrives/preview" : "/redrives", request());
    if (dryRun || onStore() || json()) {
      sayRecord(answer);
      if (!dryRun && onStore() && !json()) {
        say("a server on this store will run it");
      }
      return ExitCodes.OK;
    }
    String id = JsonCell.text(answer.json().path("id"));
    RedriveWatch watch = new RedriveWatch(this, api);
    return all ? watch.follow(id) : watch.followNamed(id);
  }

  private ObjectNode request() {
    ObjectNode request = Json.object();
    if (!ids.isEmpty()) {
      ArrayNode list = request.putArray("ids");
      ids.forEach(list::add);
    } else if (group != null) {
      request.put("failureGroup", group);
    } else {
      ObjectNode chosen = request.putObject("filter");
      filter.parameters().forEach(chosen::put);
    }
    JobOptions.put(request, "jobState", state);
    JobOptions.put(request, "targetQueue", target);
    if (rate != null) {
      request.put("ratePerSecond", rate);
    }
    if (stopIf != null) {
      request.put("stopIfFailureRatio", stopIf);
    }
    return request;
  }
}

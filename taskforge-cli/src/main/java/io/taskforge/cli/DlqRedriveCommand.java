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
    name = "redrive",
    description = {
      "Moves dead letters back to the queues that they came from.",
      "The server does the work: it continues after Ctrl-C."
    })
final class DlqRedriveCommand extends ApiCommand {
  @Parameters(arity = "0..*", paramLabel = "ID", description = "The jobs' ids; or --all.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All dead letters that match the other options.")
  private boolean all;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Only those in this queue.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only those of this type.",
      completionCandidates = Choices.Types.class)
  private @Nullable String type;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "Only those of this tenant.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(
      names = "--error",
      paramLabel = "TYPE",
      description = "Only those whose last failure was of this type.")
  private @Nullable String error;

  @Option(names = "--group", paramLabel = "ID", description = "Only those of this failure group.")
  private @Nullable String group;

  @Option(names = "--rate", paramLabel = "N", description = "How many a second at most.")
  private @Nullable Double rate;

  @Option(
      names = "--stop-if",
      paramLabel = "RATIO",
      description = "Stop if more than this part of the redriven jobs fails again: 0.5.")
  private @Nullable Double stopIf;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Move them to this queue instead.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String target;

  @Option(names = "--dry-run", description = "Only say how many it would be.")
  private boolean dryRun;

  DlqRedriveCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    if (ids.isEmpty() == !all) {
      throw CommandFailure.invalid("give the ids of jobs, or --all");
    }
    boolean narrowed = queue != null || type != null || error != null || tenant != null;
    if (!all && (narrowed || group != null)) {
      throw CommandFailure.invalid(
          "--queue, --type, --error, --tenant and --group choose among --all");
    }
    if (group != null && narrowed) {
      throw CommandFailure.invalid(
          "--group stands alone: give no --queue, --type, --error or --tenant");
    }
    ApiAnswer answer = api.post(dryRun ? "/redrives/preview" : "/redrives", request());
    if (dryRun || onStore() || json()) {
      sayRecord(answer);
      if (!dryRun && onStore() && !json()) {
        say("it is carried out by the servers on this store");
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
      ObjectNode filter = request.putObject("filter");
      JobOptions.put(filter, "queue", queue);
      JobOptions.put(filter, "type", type);
      JobOptions.put(filter, "tenant", tenant);
      JobOptions.put(filter, "errorType", error);
    }
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

package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.argument;
import static io.taskforge.cli.RequestOption.flag;
import static io.taskforge.cli.RequestOption.join;
import static io.taskforge.cli.RequestOption.option;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import java.util.List;
import picocli.CommandLine;
import tools.jackson.databind.node.ObjectNode;

/** The commands about dead letters and their redrives. */
final class DeadLetterCommands {
  private static final List<RequestOption> GROUP_FILTER =
      List.of(
          JobOptions.QUEUE,
          JobOptions.TENANT,
          option("--muted", "true|false", "Only muted groups, or only others."));
  private static final RequestOption GROUP_LIMIT =
      option("--limit", "N", "The maximum number of groups; 20 by default.").type(Integer.class);
  private static final RequestOption REDRIVE = argument("REDRIVE", "The redrive's id.");
  private static final RequestOption IDS =
      argument("ID", "The jobs' ids; or --all.").field("ids").many("0..*");
  private static final RequestOption ALL = flag("--all", "All jobs that match the other options.");
  private static final RequestOption GROUP =
      option("--group", "ID", "Redrive only jobs of this failure group.").field("failureGroup");
  private static final RequestOption DRY_RUN =
      flag("--dry-run", "Only count the jobs that would be redriven.");
  private static final List<RequestOption> REDRIVE_SETTINGS =
      List.of(
          option(
                  "--state",
                  "STATE",
                  "Take jobs in this state: dead (default), failed or cancelled.")
              .field("jobState")
              .offering(Choices.REDRIVE_STATES),
          option("--target", "NAME", "Move them to this queue instead.").field("targetQueue"),
          option("--rate", "N", "At most this many jobs per second.")
              .field("ratePerSecond")
              .type(Double.class),
          option(
                  "--stop-if",
                  "RATIO",
                  "Stop if more than this fraction of the redriven jobs fails again, such as 0.5.")
              .field("stopIfFailureRatio")
              .type(Double.class));

  private final Console console;
  private final Resource redrives;

  DeadLetterCommands(Console console) {
    this.console = console;
    this.redrives = Resource.of(console, "/redrives", "REDRIVE", "The redrives' ids.");
  }

  CommandLine deadLetters() {
    Resource deadLetters = Resource.of(console, "/dead-letters", "ID", "The jobs' ids.");
    Resource groups =
        Resource.of(console, "/failure-groups", "GROUP", "The failure group's id.")
            .with(JobOptions.TENANT);
    return Resource.group(
        "dlq",
        "Groups, lists, shows, redrives and deletes dead letters.",
        ApiCommand.of(
            console,
            "groups",
            "Groups failures by their cause, the largest groups first.\n"
                + "The group's id is the argument of dlq redrive --group.",
            join(GROUP_FILTER, GROUP_LIMIT),
            DeadLetterCommands::groups),
        Resource.group(
            "group",
            "Shows a failure group; sets its owner and note, and mutes it.",
            groups.show("Shows a failure group: trend, queues, versions, owner and note."),
            groups.set(
                false,
                "Sets owner, note and mute of a failure group.",
                SettingOptions.FAILURE_GROUP)),
        deadLetters.pages(
            "list", "Lists dead letters, newest first.", Tables.DEAD_LETTERS, JobOptions.LIST),
        deadLetters.show("Shows a dead letter."),
        ApiCommand.of(
            console,
            "redrive",
            """
            Moves dead letters back to the queues that they came from; or retries failed or cancelled
            jobs in bulk.
            The server does the work: it continues after Ctrl-C.\
            """,
            join(join(JobOptions.FILTER, REDRIVE_SETTINGS), IDS, ALL, GROUP, DRY_RUN),
            DeadLetterCommands::redrive),
        ApiCommand.of(
            console,
            "progress",
            "Shows the progress of a redrive until it is done.",
            List.of(REDRIVE),
            DeadLetterCommands::progress),
        redrives.delete("stop", "stopped", "Stops redrives; jobs that were moved stay moved."),
        deadLetters.delete(
            "delete",
            "deleted",
            "Deletes dead letters; they remain as cancelled jobs.",
            JobCommands.REASON));
  }

  CommandLine redrives() {
    return Resource.with(
        redrives.group(
            "Lists and shows redrives of dead letters.",
            "Lists redrives, newest first.",
            Tables.REDRIVES),
        redrives.show("Shows a redrive's settings and counts."));
  }

  private static int groups(ApiCommand command, ApiClient api) {
    int limit = command.number(GROUP_LIMIT, 20);
    return new Pages(api, "/failure-groups", command.query(GROUP_FILTER))
        .print(command, Tables.FAILURE_GROUPS, limit, "failures");
  }

  private static int progress(ApiCommand command, ApiClient api) {
    String id = command.text(REDRIVE);
    return command.json() || command.onStore()
        ? command.sayRecord(api.get("/redrives/" + ApiClient.segment(id)))
        : new RedriveWatch(command, api).follow(id, false);
  }

  private static int redrive(ApiCommand command, ApiClient api) {
    boolean all = command.has(ALL);
    boolean narrowed = !command.query(JobOptions.FILTER).isEmpty();
    if (command.has(IDS) == all) {
      throw CommandFailure.invalid("give the ids of jobs, or --all");
    }
    if (!all && (narrowed || command.has(GROUP))) {
      throw CommandFailure.invalid(
          "--queue, --type, --error, --failure-kind, --tenant and --group require --all");
    }
    if (command.has(GROUP) && narrowed) {
      throw CommandFailure.invalid(
          "--group cannot be combined with --queue, --type, --error, --failure-kind or --tenant");
    }
    boolean dryRun = command.has(DRY_RUN);
    ApiAnswer answer = api.post(dryRun ? "/redrives/preview" : "/redrives", request(command));
    if (dryRun || command.onStore() || command.json()) {
      command.sayRecord(answer);
      if (!dryRun && !command.json()) {
        command.say("a server on this store will run it");
      }
      return ExitCodes.OK;
    }
    return new RedriveWatch(command, api).follow(JsonCell.text(answer.json().path("id")), !all);
  }

  private static ObjectNode request(ApiCommand command) {
    ObjectNode request = command.body(List.of(IDS, GROUP));
    if (request.isEmpty()) {
      request.set("filter", command.body(JobOptions.FILTER));
    }
    return request.setAll(command.body(REDRIVE_SETTINGS));
  }
}

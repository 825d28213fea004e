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
import io.taskforge.text.PrintableText;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands about jobs. */
final class JobCommands {
  static final RequestOption REASON =
      option("--reason", "TEXT", "The reason, for the job's history.");
  private static final RequestOption ID =
      argument("ID", "The job's id, or the UUID of a schedule.");
  private static final RequestOption LIMIT =
      option("--limit", "N", "How many of the latest attempts; 10 by default.").type(Integer.class);
  private static final RequestOption HISTORY =
      flag("--history", "Only the attempts; with --json, the API's JSON.");
  private static final RequestOption TAGS =
      option(
              "--tags",
              "WORDS",
              "Words to find it by, separated by commas, such as vip,customer:42.")
          .list();
  private static final List<RequestOption> LIST =
      join(
          JobOptions.LIST,
          option("--tag", "WORD", "Select only jobs with this tag."),
          option(
              "--payload-contains",
              "TEXT",
              "Select only jobs whose payload contains this text, or such as '$.customer.id=42'; reads"
                  + " at most 10000 jobs per page."));
  private static final RequestOption TYPE =
      argument("TYPE", "The job's type: http, or a type that one of your workers runs.").optional();
  private static final RequestOption KEY =
      option(
              "--key",
              "KEY",
              "An idempotency key: a second request with the same key creates no job.")
          .field("idempotencyKey");
  private static final RequestOption BATCH =
      option(
          "--batch",
          "FILE",
          "A file with one job per line, as JSON of the API; - for standard input.");

  private JobCommands() {}

  static CommandLine group(Console console) {
    Resource jobs = Resource.of(console, "/jobs", "ID", "The jobs' ids.");
    return Resource.group(
        "jobs",
        "Lists, shows, enqueues, cancels, retries, reschedules and dead-letters jobs.",
        jobs.pages("list", "Lists jobs, newest first.", Tables.JOBS, listOptions()),
        ApiCommand.of(
            console,
            "show",
            "Shows a job, its attempts, and why each retry waited as long as it did.",
            List.of(ID, LIMIT, HISTORY),
            JobCommands::show),
        enqueue(console),
        jobs.post("cancel", "cancelled", "Cancels jobs that wait, run or have failed.", REASON),
        jobs.post(
            "cancel-retries",
            "retries cancelled",
            "Fails jobs that wait for a retry, as if it was their last.",
            REASON),
        jobs.post(
            "retry",
            "retried",
            "Runs waiting jobs immediately; runs failed and cancelled jobs again."),
        jobs.post(
            "dead-letter",
            "dead-lettered",
            "Moves waiting and failed jobs to the dead letter queue of their queue.",
            REASON),
        jobs.post(
            "reschedule",
            "rescheduled",
            "Changes when waiting jobs run.",
            option("--run-at", "TIME", "The new time; or give --delay."),
            option("--delay", "TIME", "The delay from now, such as 10m.")),
        jobs.get("why", "Shows why a job is not running."),
        jobs.get("retries", "Lists a job's retries with their status, and counts them."),
        jobs.get(
            "recommendation",
            "Shows whether a job would be retried after a failure, and when.",
            option("--error-type", "TYPE", "The type of the failure, such as timeout."),
            option("--status-code", "N", "The HTTP status.")));
  }

  private static List<RequestOption> listOptions() {
    return join(
        LIST,
        option("--state", "STATE", "Only jobs in this state: ${COMPLETION-CANDIDATES}.")
            .as(JobOptions::upperCase)
            .offering(Choices.JOB_STATES),
        option("--schedule", "ID", "Only jobs that this schedule enqueued."));
  }

  private static int show(ApiCommand command, ApiClient api) {
    String job = "/jobs/" + ApiClient.segment(command.text(ID));
    String history = job + "/history";
    String limit = Integer.toString(command.number(LIMIT, 10));
    boolean historyOnly = command.has(HISTORY);
    if (!historyOnly) {
      ApiAnswer answer = api.get(job);
      command.sayRecord(answer);
      if (command.json()) {
        return ExitCodes.OK;
      }
      command.say("");
      if (isUntried(answer.json())) {
        command.say("no attempts yet");
        return ExitCodes.OK;
      }
      if (answer.json().has("totalAttempts")) { // the id may be a schedule's
        command.say(EventLine.attempt(answer.json()));
      }
      command.say("");
    }
    if (command.json()) {
      command.sayJson(api.get(history, Map.of("limit", limit)).body());
      return ExitCodes.OK;
    }
    api.text(history + "?limit=" + limit)
        .lines()
        .forEach(
            line -> command.say(command.console().glyphs().drawn(PrintableText.escaped(line))));
    return ExitCodes.OK;
  }

  /** Whether the history is empty; that of a job that ended without an attempt has the reason. */
  private static boolean isUntried(JsonNode job) {
    return job.path("totalAttempts").asLong(0) == 0 && job.path("finishedAt").isNull();
  }

  private static CommandLine enqueue(Console console) {
    JsonArgument arguments = new JsonArgument(console);
    List<RequestOption> fields =
        join(
            join(join(List.of(TYPE), JobOptions.ofNewJob(arguments)), TAGS),
            JobOptions.OWNER,
            option("--delay", "TIME", "Run it after this delay, such as 5m."),
            option("--run-at", "TIME", "Run it at this time, such as 2030-01-31T12:00:00Z."),
            KEY);
    return ApiCommand.of(
        console,
        "enqueue",
        "Enqueues a job, or each line of a file.\n"
            + "Options are the defaults for the lines of a batch.",
        join(fields, BATCH),
        (command, api) -> enqueue(command, api, command.body(fields), arguments));
  }

  private static int enqueue(
      ApiCommand command, ApiClient api, ObjectNode job, JsonArgument arguments) {
    if (command.has(BATCH)) {
      if (command.has(KEY)) {
        throw CommandFailure.invalid(
            "--key cannot be combined with --batch; set idempotencyKey on each line");
      }
      return new JobBatch(command, api, job).enqueue(arguments.file(command.text(BATCH)));
    }
    if (!command.has(TYPE)) {
      throw CommandFailure.invalid("give a TYPE or --batch FILE");
    }
    ApiAnswer answer = api.post("/jobs", job);
    if (command.json()) {
      command.sayJson(answer.body());
      return ExitCodes.OK;
    }
    JsonNode made = answer.json();
    String id = JsonCell.shown(made.path("id"), 40);
    String state = JsonCell.shown(made.path("state"), 20);
    command.say(
        answer.status() == 201
            ? "%s  %s, due %s"
                .formatted(
                    id, command.paint().state(state, state), JsonCell.time(made.path("runAt")))
            : "%s  already exists with this idempotency key; %s".formatted(id, state));
    return ExitCodes.OK;
  }
}

package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.argument;
import static io.taskforge.cli.RequestOption.flag;
import static io.taskforge.cli.RequestOption.join;
import static io.taskforge.cli.RequestOption.option;
import static io.taskforge.cli.Resource.with;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import tools.jackson.databind.node.ObjectNode;

/** The commands that call a server's API. */
final class ApiCommands {
  private static final RequestOption[] PERIOD = {
    option("--from", "TIME", "The start; 24 hours before the end by default."),
    option("--to", "TIME", "The end, exclusive; now by default.")
  };

  private final Console console;
  private final JsonArgument arguments;

  ApiCommands(Console console) {
    this.console = console;
    this.arguments = new JsonArgument(console);
  }

  /** Adds the commands by name, in the order of the help. */
  void addTo(Map<String, Supplier<Object>> commands) {
    DeadLetterCommands deadLetters = new DeadLetterCommands(console);
    commands.put("jobs", () -> JobCommands.group(console));
    commands.put("queues", this::queues);
    commands.put("types", this::types);
    commands.put("dlq", deadLetters::deadLetters);
    commands.put("redrives", deadLetters::redrives);
    commands.put("schedules", this::schedules);
    commands.put("webhooks", this::webhooks);
    commands.put("destinations", this::destinations);
    commands.put("alerts", new AlertCommands(console)::alerts);
    commands.put("alert-rules", new AlertCommands(console)::alertRules);
    commands.put("workers", this::workers);
    commands.put("tenants", this::tenants);
    commands.put("keys", this::keys);
    commands.put("audit", this::audit);
    commands.put("stats", this::stats);
    commands.put("watch", () -> new WatchCommand(console));
    commands.put("bench", () -> new BenchCommand(console));
  }

  private CommandLine queues() {
    Resource queues = Resource.of(console, "/queues", "NAME", "The queues' names.");
    return with(
        queues.group(
            "Lists, shows, sets, pauses, resumes and deletes queues.",
            "Lists all queues.",
            Tables.QUEUES),
        queues.show("Shows a queue's settings and counts."),
        queues.set(
            true,
            "Changes settings of a queue, or creates the queue.",
            SettingOptions.ofQueue(arguments)),
        queues.post("pause", "paused", "Stops starting jobs of queues; running jobs continue."),
        queues.post("resume", "resumed", "Starts jobs of paused queues again."),
        queues.delete(
            "delete", "deleted", "Deletes settings of queues; their jobs run with the defaults."),
        queues.get("retry-metrics", "Shows totals of a queue's retries in a period.", PERIOD),
        queues.get(
            "retry-patterns",
            "Shows a queue's attempts by number and outcome in a period.",
            PERIOD));
  }

  private CommandLine types() {
    RequestOption policy =
        option(
                "--policy",
                "NAME|JSON",
                "The retry policy of jobs without their own: a name, JSON, @FILE, or -.")
            .field("retryPolicy")
            .as(arguments::nameOrObject)
            .offering(Choices.PRESETS)
            .required();
    Resource types = Resource.of(console, "/types", "TYPE", "The job types.");
    return with(
        types.group(
            "Lists, shows, sets and deletes retry policies of job types.",
            "Lists the job types that have a retry policy.",
            Tables.TYPES),
        types.show("Shows the retry policy of a job type."),
        types
            .describing("The job type.")
            .replace(true, "Sets the retry policy of a job type.", List.of(policy)),
        types.delete("delete", "deleted", "Deletes retry policies of job types."));
  }

  private CommandLine schedules() {
    Resource schedules =
        Resource.of(console, "/schedules", "ID", "The schedules' ids.").with(JobOptions.OWNER);
    return with(
        schedules.group(
            "Lists, creates and changes schedules, and lists their runs.",
            "Lists all schedules.",
            Tables.SCHEDULES,
            JobOptions.TENANT),
        schedules.show("Shows a schedule and its next runs."),
        schedules.listOf(
            "runs",
            "Lists the attempts of a schedule's jobs, newest first, also once it is deleted.",
            Tables.RUNS),
        createSchedule(),
        schedules.post("pause", "paused", "Pauses schedules: they enqueue no jobs until resumed."),
        schedules.post("resume", "resumed", "Resumes paused schedules."),
        schedules.post(
            "trigger",
            "triggered",
            "Enqueues each schedule's job now, in addition to its usual times."),
        schedules.delete("delete", "deleted", "Deletes schedules; their jobs stay."));
  }

  private CommandLine createSchedule() {
    RequestOption id = argument("ID", "The schedule's id; you choose it.");
    RequestOption type = argument("TYPE", "The type of its jobs.");
    RequestOption cron = option("--cron", "EXPR", "When: a cron expression, such as '0 3 * * *'.");
    RequestOption at = option("--at", "TIME", "When: once, at this instant.");
    RequestOption replace = flag("--replace", "Replace a schedule that has this id.");
    List<RequestOption> fields =
        List.of(
            SettingOptions.DISPLAY_NAME,
            cron,
            option("--zone", "ZONE", "The zone of --cron, such as Europe/Berlin; UTC by default."),
            at,
            option(
                    "--misfire",
                    "MISFIRE",
                    "For missed runs: run_once_now (the default), skip or run_all.")
                .as(JobOptions::word)
                .offering(Choices.MISFIRES),
            option(
                    "--overlap",
                    "OVERLAP",
                    "While its last job is not done: skip (the default), queue, cancel_previous.")
                .as(JobOptions::word)
                .offering(Choices.OVERLAPS));
    List<RequestOption> job = join(List.of(type), JobOptions.ofNewJob(arguments));
    return ApiCommand.of(
        console,
        "create",
        "Creates a schedule that enqueues a job at its times.",
        join(join(fields, id), join(job, replace, JobOptions.OWNER)),
        (command, api) -> {
          if (command.has(cron) == command.has(at)) {
            throw CommandFailure.invalid("give --cron or --at");
          }
          ObjectNode schedule = command.body(fields);
          schedule.set("job", command.body(job));
          if (!command.has(replace)) {
            ObjectNode identity = command.body(List.of(id, JobOptions.OWNER));
            return command.sayRecord(api.post("/schedules", identity.setAll(schedule)));
          }
          String path =
              ApiClient.withQuery(
                  "/schedules/" + ApiClient.segment(command.text(id)),
                  command.query(List.of(JobOptions.OWNER)));
          return command.sayRecord(api.replace(path, schedule));
        });
  }

  private CommandLine webhooks() {
    Resource webhooks =
        Resource.of(console, "/webhooks", "ID", "The webhooks' ids.").with(JobOptions.OWNER);
    List<RequestOption> settings = SettingOptions.WEBHOOK;
    return with(
        webhooks.group(
            "Lists, creates, tests and changes webhooks.",
            "Lists all webhooks.",
            Tables.WEBHOOKS,
            JobOptions.TENANT),
        webhooks.show("Shows a webhook, without its secret."),
        webhooks.create(
            "Creates a webhook and shows its signing secret, which is not shown again.",
            argument("URL", "Where events are sent."),
            option(
                    "--event",
                    "EVENT,…",
                    "The events to send, separated by commas: ${COMPLETION-CANDIDATES}.")
                .field("events")
                .list()
                .offering(Choices.EVENTS)
                .required(),
            SettingOptions.WEBHOOK_QUEUE,
            SettingOptions.WEBHOOK_TYPE,
            SettingOptions.DISPLAY_NAME,
            JobOptions.OWNER,
            flag("--all-tenants", "Send it the alerts of every tenant.")),
        webhooks.set(false, "Changes settings of a webhook.", settings),
        webhooks.postAndShow(
            "rotate-secret",
            "Creates a new signing secret and shows it once; the old one also signs for 24 hours."),
        webhooks.listOf(
            "deliveries", "Lists a webhook's deliveries, newest first.", Tables.DELIVERIES),
        webhooks.post("test", "test sent", "Sends a webhook.test event to webhooks."),
        webhooks.set("enable", "Sends events to webhooks again.", settings, "enabled", true),
        webhooks.set("disable", "Stops sending events to webhooks.", settings, "enabled", false),
        webhooks.delete("delete", "deleted", "Deletes webhooks and their undelivered messages."));
  }

  private CommandLine destinations() {
    Resource destinations =
        Resource.of(
                console, "/destinations", "NAME", "The destinations, such as api.example.com:443.")
            .with(JobOptions.TENANT);
    RequestOption reason = option("--reason", "TEXT", "Why, for the audit log.").required();
    return with(
        destinations.group(
            "Lists, shows, holds and releases destinations of jobs.",
            "Lists destinations with failures or holds.",
            Tables.DESTINATIONS,
            JobOptions.TENANT),
        destinations.show("Shows a destination's circuit breaker and last errors."),
        destinations.post(
            "hold",
            "held",
            "Holds destinations: no job calls them until the hold ends.",
            reason,
            option("--for", "TIME", "How long, such as 30m; by default until it is released.")),
        destinations.post(
            "release", "released", "Ends holds and closes circuit breakers.", reason));
  }

  private CommandLine workers() {
    Resource workers = Resource.of(console, "/workers", "ID", "The workers' ids.");
    return with(
        workers.group(
            "Lists workers and how many jobs they run; quiets and stops them.",
            "Lists the workers that are alive.",
            Tables.WORKERS),
        workers.post("quiet", "quieted", "Lets workers finish their jobs and claim no more."),
        workers.post("resume", "resumed", "Lets quiet workers claim jobs again."),
        workers.post(
            "stop", "stopping", "Shuts workers down gracefully; their processes continue."));
  }

  private CommandLine stats() {
    List<RequestOption> filters =
        join(
            List.of(JobOptions.QUEUE, JobOptions.TENANT),
            option("--type", "TYPE", "Only jobs of this type."),
            PERIOD[0],
            PERIOD[1],
            option("--step", "TIME", "The length of each step, in whole hours; 1h by default."));
    return with(
        ApiCommand.of(
            console, "stats", "Shows the totals of the store.", List.of(), StatsReport::print),
        ApiCommand.of(
            console,
            "series",
            "Shows counts of jobs and retries over time.",
            filters,
            (command, api) ->
                StatsReport.printSeries(
                    command, api.get("/stats/series", command.query(filters)))));
  }

  private CommandLine tenants() {
    Resource tenants = Resource.of(console, "/tenants", "TENANT", "The tenants' ids.");
    return with(
        tenants.group(
            "Lists, shows, sets and deletes the limits of tenants.",
            "Lists the tenants that have limits.",
            Tables.TENANTS),
        tenants.show("Shows a tenant's limits."),
        tenants.get("stats", "Shows a tenant's jobs by state and queue."),
        tenants.set(
            true,
            "Sets limits of a tenant. The server rejects requests above a limit with status 429.",
            SettingOptions.TENANT),
        tenants.delete("delete", "deleted", "Deletes the limits of tenants."));
  }

  private CommandLine keys() {
    Resource keys = Resource.of(console, "/keys", "ID", "The keys' ids.");
    return with(
        keys.group(
            "Lists, creates, checks and revokes API keys.",
            "Lists all keys, without their secrets.",
            Tables.KEYS),
        createKey(),
        ApiCommand.of(
            console,
            "whoami",
            "Shows the key in use, its tenant and its scope.",
            List.of(),
            (command, api) -> command.sayRecord(api.get("/caller"))),
        keys.delete("revoke", "revoked", "Revokes keys: the server no longer accepts them."));
  }

  /** A server that listens on a network needs a key before its first start. */
  private CommandLine createKey() {
    RequestOption tenant = option("--tenant", "ID", "The tenant that it gives access to.");
    RequestOption allTenants =
        flag("--all-tenants", "Give access to every tenant and to shared settings.");
    List<RequestOption> fields =
        List.of(
            tenant,
            option("--name", "NAME", "A display name."),
            option(
                "--expires-in",
                "TIME",
                "How long it is valid, such as 90d; by default, it does not expire."),
            option("--scope", "SCOPE", "read, write or admin; each includes the one before.")
                .offering(Choices.SCOPES)
                .required(),
            allTenants);
    return ApiCommand.creatingStore(
        console,
        "create",
        "Creates an API key and prints it; it is not shown again. Creating the first key turns"
            + " authentication on.",
        fields,
        (command, api) -> {
          if (command.has(tenant) == command.has(allTenants)) {
            throw CommandFailure.invalid("give either --tenant or --all-tenants");
          }
          ApiAnswer answer = api.post("/keys", command.body(fields));
          if (command.json()) {
            command.sayJson(answer.body());
            return ExitCodes.OK;
          }
          command.say(answer.json().path("key").asString());
          console.err().println("Save this key: it is not shown again.");
          console.err().flush();
          return ExitCodes.OK;
        });
  }

  private CommandLine audit() {
    return Resource.of(console, "/audit", "ID", "The entries' ids.")
        .pages(
            "audit",
            "Lists the audit log, newest first.",
            Tables.AUDIT,
            "audit entries",
            List.of(
                option("--actor", "ID", "Only entries of this key, or local."),
                option("--action", "ACTION", "Only this action, such as queue.pause."),
                option(
                    "--target",
                    "TYPE[/ID]",
                    "Only actions on this type, or on one of them: queue/mail."),
                JobOptions.TENANT,
                option("--from", "TIME", "From this time on, such as 2030-01-31T12:00:00Z."),
                option("--to", "TIME", "Before this time.")));
  }
}

package io.taskforge.cli;

import static io.taskforge.cli.Resource.command;
import static io.taskforge.cli.Resource.group;
import static io.taskforge.cli.Resource.with;

import io.taskforge.cli.output.Console;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The commands that call a server's API. */
final class ApiCommands {
  private static final RequestOption REASON =
      RequestOption.of("--reason", "reason", "TEXT", "The reason, for the job's history.");
  private static final RequestOption[] PERIOD = {
    RequestOption.of("--from", "from", "TIME", "The start; 24 hours before the end by default."),
    RequestOption.of("--to", "to", "TIME", "The end, exclusive; now by default.")
  };

  private final Console console;
  private final Resource redrives;

  ApiCommands(Console console) {
    this.console = console;
    this.redrives = resource("/redrives", "REDRIVE", "The redrives' ids.", new Choices.Redrives());
  }

  /** Returns the commands in the order of the help. */
  List<Object> all() {
    return List.of(
        jobs(),
        queues(),
        types(),
        deadLetters(),
        redrives(),
        schedules(),
        webhooks(),
        alerts(),
        alertRules(),
        workers(),
        tenants(),
        keys(),
        new AuditCommand(console),
        stats(),
        new WatchCommand(console),
        new BenchCommand(console));
  }

  private Resource resource(
      String path, String label, String description, @Nullable Iterable<String> choices) {
    return new Resource(console, path, label, description, choices, List.of());
  }

  private Resource resourceOfTenant(
      String path, String label, String description, Iterable<String> choices) {
    return new Resource(console, path, label, description, choices, List.of(TenantOption.OWNER));
  }

  private CommandLine jobs() {
    Resource jobs = resource("/jobs", "ID", "The jobs' ids.", null);
    return group(
        "jobs",
        "Lists, shows, enqueues, cancels, retries, reschedules and dead-letters jobs.",
        new JobsListCommand(console),
        new JobsShowCommand(console),
        new JobsEnqueueCommand(console),
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
            RequestOption.of("--run-at", "runAt", "TIME", "The new time; or give --delay."),
            RequestOption.of("--delay", "delay", "TIME", "The delay from now, such as 10m.")),
        jobs.get("why", "Shows why a job is not running."),
        jobs.get("retries", "Lists a job's retries with their status, and counts them."),
        jobs.get(
            "recommendation",
            "Shows whether a job would be retried after a failure, and when.",
            RequestOption.of(
                "--error-type", "errorType", "TYPE", "The type of the failure, such as timeout."),
            RequestOption.of("--status-code", "statusCode", "N", "The HTTP status.")));
  }

  private CommandLine queues() {
    Resource queues = resource("/queues", "NAME", "The queues' names.", new Choices.Queues());
    return with(
        queues.list(
            "queues", "Lists, shows, sets, pauses, resumes and deletes queues.", Tables.QUEUES),
        queues.list("list", "Lists all queues.", Tables.QUEUES),
        queues.show("Shows a queue's settings and counts."),
        queues.set(
            true,
            "Changes settings of a queue, or creates the queue.",
            SettingOptions.ofQueue(console)),
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
    Resource types = resource("/types", "TYPE", "The job types.", new Choices.Types());
    return with(
        types.list(
            "types", "Lists, shows, sets and deletes retry policies of job types.", Tables.TYPES),
        types.list("list", "Lists the job types that have a retry policy.", Tables.TYPES),
        types.show("Shows the retry policy of a job type."),
        new TypesSetCommand(console),
        types.delete("delete", "deleted", "Deletes retry policies of job types."));
  }

  private CommandLine deadLetters() {
    Resource deadLetters = resource("/dead-letters", "ID", "The jobs' ids.", null);
    return group(
        "dlq",
        "Groups, lists, shows, redrives and deletes dead letters.",
        new DlqGroupsCommand(console),
        new DlqListCommand(console),
        deadLetters.show("Shows a dead letter."),
        new DlqRedriveCommand(console),
        new DlqProgressCommand(console),
        redrives.delete("stop", "stopped", "Stops redrives; jobs that were moved stay moved."),
        deadLetters.delete(
            "delete", "deleted", "Deletes dead letters; they remain as cancelled jobs.", REASON));
  }

  private CommandLine redrives() {
    return with(
        redrives.list("redrives", "Lists and shows redrives of dead letters.", Tables.REDRIVES),
        redrives.list("list", "Lists redrives, newest first.", Tables.REDRIVES),
        redrives.show("Shows a redrive's settings and counts."));
  }

  private CommandLine schedules() {
    Resource schedules =
        resourceOfTenant("/schedules", "ID", "The schedules' ids.", new Choices.Schedules());
    return with(
        schedules.list(
            "schedules",
            "Lists, creates and changes schedules, and lists their runs.",
            Tables.SCHEDULES,
            TenantOption.FILTER),
        schedules.list("list", "Lists all schedules.", Tables.SCHEDULES, TenantOption.FILTER),
        schedules.show("Shows a schedule and its next runs."),
        schedules.listOf(
            "runs",
            "Lists the attempts of a schedule's jobs, newest first, also once it is deleted.",
            Tables.RUNS),
        new SchedulesCreateCommand(console),
        schedules.post("pause", "paused", "Pauses schedules: they enqueue no jobs until resumed."),
        schedules.post("resume", "resumed", "Resumes paused schedules."),
        schedules.post(
            "trigger",
            "triggered",
            "Enqueues each schedule's job now, in addition to its usual times."),
        schedules.delete("delete", "deleted", "Deletes schedules; their jobs stay."));
  }

  private CommandLine webhooks() {
    Resource webhooks =
        resourceOfTenant("/webhooks", "ID", "The webhooks' ids.", new Choices.Webhooks());
    RequestOption[] settings = SettingOptions.ofWebhook();
    return with(
        webhooks.list(
            "webhooks",
            "Lists, creates, tests and changes webhooks.",
            Tables.WEBHOOKS,
            TenantOption.FILTER),
        webhooks.list("list", "Lists all webhooks.", Tables.WEBHOOKS, TenantOption.FILTER),
        webhooks.show("Shows a webhook, without its secret."),
        new WebhooksCreateCommand(console),
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

  private CommandLine alerts() {
    Resource alerts = resource("/alerts", "ID", "The alerts' ids.", new Choices.Alerts());
    return with(
        command("alerts", "Lists, shows and acknowledges alerts.", new AlertsListCommand(console)),
        command("list", "Lists alerts, open ones first.", new AlertsListCommand(console)),
        alerts.show("Shows an alert and what to do about it."),
        new AlertsAckCommand(console));
  }

  private CommandLine alertRules() {
    Resource rules =
        new Resource(
            console,
            "/alert-rules",
            "NAME",
            "The rules' names.",
            new Choices.Rules(),
            List.of(
                RequestOption.of("--queue", "queue", "NAME", "The rule in this queue only.")
                    .offering(new Choices.Queues())));
    return with(
        rules.list("alert-rules", "Lists, shows, sets and resets alert rules.", Tables.ALERT_RULES),
        rules.list(
            "list",
            "Lists alert rules, each with its changes for single queues.",
            Tables.ALERT_RULES),
        rules.show("Shows an alert rule."),
        rules.set(false, "Changes an alert rule.", SettingOptions.ofAlertRule()),
        rules.delete("reset", "reset", "Resets alert rules to their defaults."));
  }

  private CommandLine workers() {
    Resource workers = resource("/workers", "ID", "The workers' ids.", null);
    return with(
        workers.list("workers", "Lists workers and how many jobs they run.", Tables.WORKERS),
        workers.list("list", "Lists the workers that are alive.", Tables.WORKERS));
  }

  private CommandLine stats() {
    return with(
        command("stats", "Shows the totals of the store.", new StatsCommand(console)),
        new StatsSeriesCommand(console));
  }

  private CommandLine tenants() {
    Resource tenants = resource("/tenants", "TENANT", "The tenants' ids.", new Choices.Tenants());
    return with(
        tenants.list(
            "tenants", "Lists, shows, sets and deletes the limits of tenants.", Tables.TENANTS),
        tenants.list("list", "Lists the tenants that have limits.", Tables.TENANTS),
        tenants.show("Shows a tenant's limits."),
        tenants.get("stats", "Shows a tenant's jobs by state and queue."),
        tenants.set(
            true,
            "Sets limits of a tenant. The server rejects requests above a limit with status 429.",
            SettingOptions.ofTenant()),
        tenants.delete("delete", "deleted", "Deletes the limits of tenants."));
  }

  private CommandLine keys() {
    Resource keys = resource("/keys", "ID", "The keys' ids.", new Choices.Keys());
    return with(
        keys.list("keys", "Lists, creates, checks and revokes API keys.", Tables.KEYS),
        keys.list("list", "Lists all keys, without their secrets.", Tables.KEYS),
        new KeysCreateCommand(console),
        new KeysWhoamiCommand(console),
        keys.delete("revoke", "revoked", "Revokes keys: the server no longer accepts them."));
  }
}

package io.taskforge.cli;

import static io.taskforge.cli.Resource.command;
import static io.taskforge.cli.Resource.group;
import static io.taskforge.cli.Resource.with;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands that call a server's API. */
final class ApiCommands {
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
        workers(),
        tenants(),
        keys(),
        new AuditCommand(console),
        new StatsCommand(console),
        new WatchCommand(console),
        new BenchCommand(console));
  }

  private Resource resource(
      String path, String label, String description, @Nullable Iterable<String> choices) {
    return new Resource(console, path, label, description, choices, false);
  }

  private Resource resourceOfTenant(
      String path, String label, String description, Iterable<String> choices) {
    return new Resource(console, path, label, description, choices, true);
  }

  private CommandLine jobs() {
    Resource jobs = resource("/jobs", "ID", "The jobs' ids.", null);
    return group(
        "jobs",
        "Lists, shows, enqueues, cancels and retries jobs.",
        new JobsListCommand(console),
        new JobsShowCommand(console),
        new JobsEnqueueCommand(console),
        jobs.post("cancel", "cancelled", "Cancels jobs that wait, run or have failed."),
        jobs.post(
            "retry",
            "retried",
            "Runs waiting jobs immediately; runs failed and cancelled jobs again."));
  }

  private CommandLine queues() {
    JsonTable table =
        JsonTable.of("name")
            .whole("state", ApiCommands::pausedOrActive)
            .number("waiting")
            .number("due")
            .number("running")
            .number("dead")
            .time("oldestDueAt")
            .and("deadLetterQueue")
            .least("oldest due at", "dead letter queue");
    Resource queues = resource("/queues", "NAME", "The queues' names.", new Choices.Queues());
    return with(
        queues.list("queues", "Lists, shows, sets, pauses and resumes queues.", table),
        queues.list("list", "Lists all queues.", table),
        queues.show("Shows a queue's settings and counts."),
        new QueuesSetCommand(console),
        queues.post("pause", "paused", "Stops starting jobs of queues; running jobs continue."),
        queues.post("resume", "resumed", "Starts jobs of paused queues again."));
  }

  private CommandLine types() {
    JsonTable table =
        JsonTable.of("name")
            .column("retry policy", ApiCommands::policy)
            .time("changedAt")
            .least("changed at");
    Resource types = resource("/types", "TYPE", "The job types.", new Choices.Types());
    return with(
        types.list("types", "Lists, shows, sets and deletes retry policies of job types.", table),
        types.list("list", "Lists the job types that have a retry policy.", table),
        types.show("Shows the retry policy of a job type."),
        new TypesSetCommand(console),
        types.delete("delete", "deleted", "Deletes retry policies of job types."));
  }

  private static String policy(JsonNode type) {
    JsonNode policy = type.path("retryPolicy");
    return policy.isString() ? JsonCell.shown(policy) : "its own";
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
            "delete", "deleted", "Deletes dead letters; they remain as cancelled jobs."));
  }

  private CommandLine redrives() {
    JsonTable table =
        JsonTable.of("id", "state")
            .number("matched")
            .number("moved")
            .number("skipped")
            .number("failed")
            .time("createdAt")
            .time("finishedAt")
            .and("targetQueue", "reason")
            .least("finished at", "target queue", "reason", "skipped", "created at", "matched");
    return with(
        redrives.list("redrives", "Lists and shows redrives of dead letters.", table),
        redrives.list("list", "Lists redrives, newest first.", table),
        redrives.show("Shows a redrive's settings and counts."));
  }

  private CommandLine schedules() {
    JsonTable table =
        JsonTable.of("id")
            .column("tenant", ApiCommands::tenant)
            .and("name", "cron", "at", "zone")
            .whole("state", ApiCommands::pausedOrActive)
            .column("type", schedule -> JsonCell.shown(schedule.at("/job/type")))
            .time("nextRunAt")
            .time("lastRunAt")
            .least("last run at", "name", "zone", "type", "tenant");
    Resource schedules =
        resourceOfTenant("/schedules", "ID", "The schedules' ids.", new Choices.Schedules());
    return with(
        schedules.list(
            "schedules", "Lists, creates and changes schedules, and lists their runs.", table),
        schedules.list("list", "Lists all schedules.", table),
        schedules.show("Shows a schedule and its next runs."),
        new SchedulesRunsCommand(console),
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
    JsonTable table =
        JsonTable.of("id", "tenant", "name")
            .whole("state", webhook -> webhook.path("enabled").asBoolean() ? "active" : "disabled")
            .and("url")
            .column("events", webhook -> joined(webhook.path("events")))
            .and("queue", "type")
            .least("type", "queue", "tenant", "name", "events");
    Resource webhooks =
        resourceOfTenant("/webhooks", "ID", "The webhooks' ids.", new Choices.Webhooks());
    List<String> fields = WebhooksCreateCommand.FIELDS;
    return with(
        webhooks.list("webhooks", "Lists, creates, tests and changes webhooks.", table),
        webhooks.list("list", "Lists all webhooks.", table),
        webhooks.show("Shows a webhook, without its secret."),
        new WebhooksCreateCommand(console),
        webhooks.post("test", "test sent", "Sends a webhook.test event to webhooks."),
        webhooks.set("enable", "Sends events to webhooks again.", fields, "enabled", true),
        webhooks.set("disable", "Stops sending events to webhooks.", fields, "enabled", false),
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

  private CommandLine workers() {
    JsonTable table =
        JsonTable.of("id", "host")
            .number("running")
            .number("concurrency")
            .column("queues", worker -> joined(worker.path("queues")))
            .column("types", worker -> joined(worker.path("types")))
            .time("startedAt")
            .time("lastSeenAt")
            .least("started at", "last seen at", "types", "host", "queues");
    Resource workers = resource("/workers", "ID", "The workers' ids.", null);
    return with(
        workers.list("workers", "Lists workers and how many jobs they run.", table),
        workers.list("list", "Lists the workers that are alive.", table));
  }

  private CommandLine tenants() {
    JsonTable table = JsonTable.of("name").number("maxWaiting").number("jobsPerSecond");
    Resource tenants = resource("/tenants", "TENANT", "The tenants' ids.", new Choices.Tenants());
    return with(
        tenants.list("tenants", "Lists, shows and sets the limits of tenants.", table),
        tenants.list("list", "Lists the tenants that have limits.", table),
        tenants.show("Shows a tenant's limits."),
        new TenantsSetCommand(console));
  }

  private CommandLine keys() {
    JsonTable table =
        JsonTable.of("id", "name", "tenant", "scope")
            .time("createdAt")
            .time("lastUsedAt")
            .time("expiresAt")
            .time("revokedAt")
            .least("created at", "expires at", "last used at");
    Resource keys = resource("/keys", "ID", "The keys' ids.", new Choices.Keys());
    return with(
        keys.list("keys", "Lists, creates and revokes API keys.", table),
        keys.list("list", "Lists all keys, without their secrets.", table),
        new KeysCreateCommand(console),
        keys.delete("revoke", "revoked", "Revokes keys: the server no longer accepts them."));
  }

  private static String pausedOrActive(JsonNode queueOrSchedule) {
    return queueOrSchedule.path("paused").asBoolean(false) ? "PAUSED" : "active";
  }

  /** Returns the tenant, unless it is the default one. */
  private static String tenant(JsonNode schedule) {
    String tenant = JsonCell.text(schedule.path("tenant"));
    return tenant.equals("default") ? JsonCell.NOTHING : JsonCell.shown(tenant);
  }

  private static String joined(JsonNode list) {
    return JsonCell.shown(String.join(", ", list.valueStream().map(JsonCell::text).toList()));
  }
}

package io.taskforge.server.cli;

import io.taskforge.server.cli.ChangeCommand.Change;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** The commands that speak to a server or a store. */
final class ApiCommands {
  private static final String JOB_IDS = "The jobs' ids.";

  private final Console console;

  ApiCommands(Console console) {
    this.console = console;
  }

  void addTo(CommandLine root) {
    root.addSubcommand(jobs());
    root.addSubcommand(queues());
    root.addSubcommand(deadLetters());
    root.addSubcommand(schedules());
    root.addSubcommand(keys());
    root.addSubcommand(new AuditCommand(console));
    root.addSubcommand(alerts());
    root.addSubcommand(new StatsCommand(console));
    root.addSubcommand(new WatchCommand(console, InstantSource.system()));
    root.addSubcommand(new BenchCommand(console));
    root.addSubcommand(new CompletionCommand(console));
  }

  private CommandLine jobs() {
    CommandLine jobs = group("jobs", "Lists, shows, enqueues, cancels and retries jobs.");
    jobs.addSubcommand(new JobsListCommand(console));
    jobs.addSubcommand(new JobsShowCommand(console));
    jobs.addSubcommand(new JobsEnqueueCommand(console));
    Change cancel = Change.post("/jobs/", "/cancel");
    Change retry = Change.post("/jobs/", "/retry");
    jobs.addSubcommand(
        change("cancel", "Cancels jobs that wait, run or have failed.", "ID", JOB_IDS)
            .by("cancelled", cancel));
    jobs.addSubcommand(
        change("retry", "Runs waiting jobs now, and failed or cancelled ones anew.", "ID", JOB_IDS)
            .by("retried", retry));
    return jobs;
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
    String names = "The queues' names.";
    CommandLine queues =
        list("queues", "Lists, shows, pauses and resumes queues.", "/queues", table);
    queues.addSubcommand(list("list", "Lists all queues.", "/queues", table));
    queues.addSubcommand(show("Shows a queue's settings and figures.", "/queues/", "NAME"));
    queues.addSubcommand(
        change("pause", "Gives out no more jobs of queues; what runs goes on.", "NAME", names)
            .by("paused", Change.post("/queues/", "/pause")));
    queues.addSubcommand(
        change("resume", "Gives out jobs of paused queues again.", "NAME", names)
            .by("resumed", Change.post("/queues/", "/resume")));
    return queues;
  }

  private CommandLine deadLetters() {
    CommandLine dlq = group("dlq", "Groups, lists, shows, redrives and deletes dead letters.");
    dlq.addSubcommand(new DlqGroupsCommand(console));
    dlq.addSubcommand(new DlqListCommand(console));
    dlq.addSubcommand(show("Shows a dead letter.", "/dead-letters/", "ID"));
    dlq.addSubcommand(new DlqRedriveCommand(console));
    dlq.addSubcommand(new DlqProgressCommand(console));
    dlq.addSubcommand(
        change("stop", "Stops redrives; what was moved stays moved.", "REDRIVE", "Their ids.")
            .by("stopped", Change.delete("/redrives/")));
    dlq.addSubcommand(
        change("delete", "Gives dead letters up; they stay as cancelled jobs.", "ID", JOB_IDS)
            .by("deleted", Change.delete("/dead-letters/")));
    return dlq;
  }

  private CommandLine keys() {
    JsonTable table =
        JsonTable.of("id", "name", "tenant", "scope")
            .time("createdAt")
            .time("lastUsedAt")
            .time("expiresAt")
            .time("revokedAt")
            .least("created at", "expires at", "last used at");
    CommandLine keys = list("keys", "Lists, creates and revokes API keys.", "/keys", table);
    keys.addSubcommand(list("list", "Lists all keys, without their secrets.", "/keys", table));
    keys.addSubcommand(new KeysCreateCommand(console));
    keys.addSubcommand(
        change("revoke", "Makes keys open nothing any more.", "ID", "The keys' ids.")
            .by("revoked", Change.delete("/keys/")));
    return keys;
  }

  private CommandLine alerts() {
    CommandLine alerts =
        new CommandLine(
            described(
                "alerts", "Lists, shows and acknowledges alerts.", new AlertsListCommand(console)));
    alerts.addSubcommand(
        new CommandLine(
            described("list", "Lists alerts, open ones first.", new AlertsListCommand(console))));
    alerts.addSubcommand(show("Shows an alert and what to do about it.", "/alerts/", "ID"));
    alerts.addSubcommand(new AlertsAckCommand(console));
    return alerts;
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
    String path = "/schedules";
    String below = path + "/";
    CommandLine schedules =
        tenants(list("schedules", "Lists, creates and changes schedules.", path, table));
    schedules.addSubcommand(tenants(list("list", "Lists all schedules.", path, table)));
    schedules.addSubcommand(owned(show("Shows a schedule and its next runs.", below, "ID")));
    schedules.addSubcommand(new SchedulesCreateCommand(console));
    schedules.addSubcommand(
        schedule("pause", "Starts no more jobs until resumed.")
            .by("paused", Change.post(below, "/pause")));
    schedules.addSubcommand(
        schedule("resume", "Lets paused schedules go on.")
            .by("resumed", Change.post(below, "/resume")));
    schedules.addSubcommand(
        schedule("trigger", "Enqueues the job of each now, besides its usual times.")
            .by("triggered", Change.post(below, "/trigger")));
    schedules.addSubcommand(
        schedule("delete", "Deletes schedules; their jobs stay.")
            .by("deleted", Change.delete(below)));
    return schedules;
  }

  private static CommandLine tenants(CommandLine command) {
    TenantOption.addTo(command.getCommandSpec(), "Only those of this tenant.");
    return command;
  }

  /** Ids of things that have a tenant are unique within it alone. */
  private static CommandLine owned(CommandLine command) {
    TenantOption.addTo(command.getCommandSpec(), "Whose it is; default if not given.");
    return command;
  }

  private static String pausedOrActive(JsonNode queueOrSchedule) {
    return queueOrSchedule.path("paused").asBoolean(false) ? "PAUSED" : "active";
  }

  /** Whose it is, where that is worth a word. */
  private static String tenant(JsonNode schedule) {
    String tenant = JsonCell.text(schedule.path("tenant"));
    return tenant.equals("default") ? JsonCell.NOTHING : JsonCell.shown(tenant);
  }

  private Changing schedule(String name, String description) {
    return (done, change) ->
        owned(change(name, description, "ID", "The schedules' ids.").by(done, change));
  }

  private static CommandLine group(String name, String description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description).synopsisSubcommandLabel("COMMAND");
    return new CommandLine(spec);
  }

  private CommandLine list(String name, String description, String path, JsonTable table) {
    ListCommand command = new ListCommand(console, path, table, path.substring(1));
    return new CommandLine(described(name, description, command));
  }

  private CommandLine show(String description, String path, String label) {
    CommandSpec spec = described("show", description, new ShowCommand(console, path));
    Names.one(spec, label, "Which one.");
    return new CommandLine(spec);
  }

  private Changing change(String name, String description, String label, String which) {
    return (done, change) -> {
      CommandSpec spec = described(name, description, new ChangeCommand(console, done, change));
      Names.many(spec, label, which);
      return new CommandLine(spec);
    };
  }

  @FunctionalInterface
  private interface Changing {
    CommandLine by(String done, Change change);
  }

  private static CommandSpec described(String name, String description, Object command) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(name);
    spec.usageMessage().description(description);
    return spec;
  }
}

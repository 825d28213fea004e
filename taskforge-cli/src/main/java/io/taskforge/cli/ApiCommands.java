package io.taskforge.cli;

import io.taskforge.cli.ChangeCommand.Change;
import io.taskforge.cli.CommandShapes.Changing;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands for jobs, queues, dead letters, redrives and schedules. */
final class ApiCommands {
  private static final Names JOBS = new Names("ID", "The jobs' ids.");
  private static final Names QUEUES = new Names("NAME", "The queues' names.", new Choices.Queues());
  private static final Names REDRIVES =
      new Names("REDRIVE", "The redrives' ids.", new Choices.Redrives());
  private static final Names SCHEDULES =
      new Names("ID", "The schedules' ids.", new Choices.Schedules());

  private final Console console;
  private final CommandShapes shapes;

  ApiCommands(Console console) {
    this.console = console;
    this.shapes = new CommandShapes(console);
  }

  void addTo(CommandLine root) {
    root.addSubcommand(jobs());
    root.addSubcommand(queues());
    root.addSubcommand(deadLetters());
    root.addSubcommand(redrives());
    root.addSubcommand(schedules());
    new OperatorCommands(console).addTo(root);
    root.addSubcommand(new StatsCommand(console));
    root.addSubcommand(new WatchCommand(console));
    root.addSubcommand(new BenchCommand(console));
  }

  private CommandLine jobs() {
    CommandLine jobs =
        CommandShapes.group("jobs", "Lists, shows, enqueues, cancels and retries jobs.");
    jobs.addSubcommand(new JobsListCommand(console));
    jobs.addSubcommand(new JobsShowCommand(console));
    jobs.addSubcommand(new JobsEnqueueCommand(console));
    jobs.addSubcommand(
        shapes
            .change("cancel", "Cancels jobs that wait, run or have failed.", JOBS)
            .by("cancelled", Change.post("/jobs/", "/cancel")));
    jobs.addSubcommand(
        shapes
            .change(
                "retry",
                "Runs waiting jobs immediately; runs failed and cancelled jobs again.",
                JOBS)
            .by("retried", Change.post("/jobs/", "/retry")));
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
    CommandLine queues =
        shapes.list("queues", "Lists, shows, sets, pauses and resumes queues.", "/queues", table);
    queues.addSubcommand(shapes.list("list", "Lists all queues.", "/queues", table));
    queues.addSubcommand(shapes.show("Shows a queue's settings and counts.", "/queues/", QUEUES));
    queues.addSubcommand(new QueuesSetCommand(console));
    queues.addSubcommand(
        shapes
            .change("pause", "Stops starting jobs of queues; running jobs continue.", QUEUES)
            .by("paused", Change.post("/queues/", "/pause")));
    queues.addSubcommand(
        shapes
            .change("resume", "Starts jobs of paused queues again.", QUEUES)
            .by("resumed", Change.post("/queues/", "/resume")));
    return queues;
  }

  private CommandLine deadLetters() {
    CommandLine dlq =
        CommandShapes.group("dlq", "Groups, lists, shows, redrives and deletes dead letters.");
    dlq.addSubcommand(new DlqGroupsCommand(console));
    dlq.addSubcommand(new DlqListCommand(console));
    dlq.addSubcommand(shapes.show("Shows a dead letter.", "/dead-letters/", JOBS));
    dlq.addSubcommand(new DlqRedriveCommand(console));
    dlq.addSubcommand(new DlqProgressCommand(console));
    dlq.addSubcommand(
        shapes
            .change("stop", "Stops redrives; jobs that were moved stay moved.", REDRIVES)
            .by("stopped", Change.delete("/redrives/")));
    dlq.addSubcommand(
        shapes
            .change("delete", "Deletes dead letters; they remain as cancelled jobs.", JOBS)
            .by("deleted", Change.delete("/dead-letters/")));
    return dlq;
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
    CommandLine redrives =
        shapes.list("redrives", "Lists and shows redrives of dead letters.", "/redrives", table);
    redrives.addSubcommand(
        shapes.list("list", "Lists redrives, newest first.", "/redrives", table));
    redrives.addSubcommand(
        shapes.show("Shows a redrive's settings and counts.", "/redrives/", REDRIVES));
    return redrives;
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
        CommandShapes.ofTenant(
            shapes.list("schedules", "Lists, creates and changes schedules.", path, table));
    schedules.addSubcommand(
        CommandShapes.ofTenant(shapes.list("list", "Lists all schedules.", path, table)));
    schedules.addSubcommand(
        CommandShapes.owned(shapes.show("Shows a schedule and its next runs.", below, SCHEDULES)));
    schedules.addSubcommand(new SchedulesCreateCommand(console));
    schedules.addSubcommand(
        schedule("pause", "Pauses schedules: they enqueue no jobs until resumed.")
            .by("paused", Change.post(below, "/pause")));
    schedules.addSubcommand(
        schedule("resume", "Resumes paused schedules.")
            .by("resumed", Change.post(below, "/resume")));
    schedules.addSubcommand(
        schedule("trigger", "Enqueues each schedule's job now, in addition to its usual times.")
            .by("triggered", Change.post(below, "/trigger")));
    schedules.addSubcommand(
        schedule("delete", "Deletes schedules; their jobs stay.")
            .by("deleted", Change.delete(below)));
    return schedules;
  }

  private static String pausedOrActive(JsonNode queueOrSchedule) {
    return queueOrSchedule.path("paused").asBoolean(false) ? "PAUSED" : "active";
  }

  /** The tenant, unless it is the default one. */
  private static String tenant(JsonNode schedule) {
    String tenant = JsonCell.text(schedule.path("tenant"));
    return tenant.equals("default") ? JsonCell.NOTHING : JsonCell.shown(tenant);
  }

  private Changing schedule(String name, String description) {
    return (done, change) ->
        CommandShapes.owned(shapes.change(name, description, SCHEDULES).by(done, change));
  }
}

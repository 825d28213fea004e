package io.taskforge.cli;

import io.taskforge.cli.ChangeCommand.Change;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands for webhooks, alerts, workers, tenants, API keys and the audit log. */
final class OperatorCommands {
  private static final Names WEBHOOKS =
      new Names("ID", "The webhooks' ids.", new Choices.Webhooks());
  private static final Names ALERTS = new Names("ID", "The alerts' ids.", new Choices.Alerts());
  private static final Names TENANTS =
      new Names("TENANT", "The tenants' ids.", new Choices.Tenants());
  private static final Names KEYS = new Names("ID", "The keys' ids.", new Choices.Keys());

  private final Console console;
  private final CommandShapes shapes;

  OperatorCommands(Console console) {
    this.console = console;
    this.shapes = new CommandShapes(console);
  }

  void addTo(CommandLine root) {
    root.addSubcommand(webhooks());
    root.addSubcommand(alerts());
    root.addSubcommand(workers());
    root.addSubcommand(tenants());
    root.addSubcommand(keys());
    root.addSubcommand(new AuditCommand(console));
  }

  private CommandLine webhooks() {
    JsonTable table =
        JsonTable.of("id", "tenant", "name")
            .whole("state", webhook -> webhook.path("enabled").asBoolean() ? "active" : "disabled")
            .and("url")
            .column("events", webhook -> listed(webhook.path("events")))
            .and("queue", "type")
            .least("type", "queue", "tenant", "name", "events");
    String path = "/webhooks";
    String below = path + "/";
    CommandLine webhooks =
        CommandShapes.ofTenant(
            shapes.list("webhooks", "Lists, creates, tests and changes webhooks.", path, table));
    webhooks.addSubcommand(
        CommandShapes.ofTenant(shapes.list("list", "Lists all webhooks.", path, table)));
    webhooks.addSubcommand(
        CommandShapes.owned(shapes.show("Shows a webhook, without its secret.", below, WEBHOOKS)));
    webhooks.addSubcommand(new WebhooksCreateCommand(console));
    webhooks.addSubcommand(
        CommandShapes.owned(
            shapes
                .change("test", "Sends a webhook.test event to webhooks.", WEBHOOKS)
                .by("test sent", Change.post(below, "/test"))));
    webhooks.addSubcommand(enable("enable", "Sends events to webhooks again.", true));
    webhooks.addSubcommand(enable("disable", "Stops sending events to webhooks.", false));
    webhooks.addSubcommand(
        CommandShapes.owned(
            shapes
                .change("delete", "Deletes webhooks and their undelivered messages.", WEBHOOKS)
                .by("deleted", Change.delete(below))));
    return webhooks;
  }

  private CommandLine enable(String name, String description, boolean enabled) {
    Change change = Change.set("/webhooks/", WebhooksCreateCommand.FIELDS, "enabled", enabled);
    return CommandShapes.owned(shapes.change(name, description, WEBHOOKS).by(name + "d", change));
  }

  private CommandLine alerts() {
    CommandLine alerts =
        new CommandLine(
            CommandShapes.described(
                "alerts", "Lists, shows and acknowledges alerts.", new AlertsListCommand(console)));
    alerts.addSubcommand(
        new CommandLine(
            CommandShapes.described(
                "list", "Lists alerts, open ones first.", new AlertsListCommand(console))));
    alerts.addSubcommand(
        shapes.show("Shows an alert and what to do about it.", "/alerts/", ALERTS));
    alerts.addSubcommand(new AlertsAckCommand(console));
    return alerts;
  }

  private CommandLine workers() {
    JsonTable table =
        JsonTable.of("id", "host")
            .number("running")
            .number("concurrency")
            .column("queues", worker -> listed(worker.path("queues")))
            .column("types", worker -> listed(worker.path("types")))
            .time("startedAt")
            .time("lastSeenAt")
            .least("started at", "last seen at", "types", "host", "queues");
    CommandLine workers =
        shapes.list("workers", "Lists workers and how many jobs they run.", "/workers", table);
    workers.addSubcommand(
        shapes.list("list", "Lists the workers that are alive.", "/workers", table));
    return workers;
  }

  private CommandLine tenants() {
    JsonTable table = JsonTable.of("name").number("maxWaiting").number("jobsPerSecond");
    CommandLine tenants =
        shapes.list("tenants", "Lists, shows and sets the limits of tenants.", "/tenants", table);
    tenants.addSubcommand(
        shapes.list("list", "Lists the tenants that have limits.", "/tenants", table));
    tenants.addSubcommand(shapes.show("Shows a tenant's limits.", "/tenants/", TENANTS));
    tenants.addSubcommand(new TenantsSetCommand(console));
    return tenants;
  }

  private CommandLine keys() {
    JsonTable table =
        JsonTable.of("id", "name", "tenant", "scope")
            .time("createdAt")
            .time("lastUsedAt")
            .time("expiresAt")
            .time("revokedAt")
            .least("created at", "expires at", "last used at");
    CommandLine keys = shapes.list("keys", "Lists, creates and revokes API keys.", "/keys", table);
    keys.addSubcommand(
        shapes.list("list", "Lists all keys, without their secrets.", "/keys", table));
    keys.addSubcommand(new KeysCreateCommand(console));
    keys.addSubcommand(
        shapes
            .change("revoke", "Revokes keys: the server no longer accepts them.", KEYS)
            .by("revoked", Change.delete("/keys/")));
    return keys;
  }

  private static String listed(JsonNode list) {
    return JsonCell.shown(String.join(", ", list.valueStream().map(JsonCell::text).toList()));
  }
}

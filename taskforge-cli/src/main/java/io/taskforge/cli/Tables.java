package io.taskforge.cli;

import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import tools.jackson.databind.JsonNode;

/** The columns of the lists of {@link ApiCommands}. */
final class Tables {
  static final JsonTable QUEUES =
      JsonTable.of("name")
          .whole("state", Tables::pausedOrActive)
          .number("waiting")
          .number("due")
          .number("running")
          .number("dead")
          .time("oldestDueAt")
          .and("deadLetterQueue")
          .least("oldest due at", "dead letter queue");

  static final JsonTable TYPES =
      JsonTable.of("name")
          .column("retry policy", Tables::policy)
          .time("changedAt")
          .least("changed at");

  static final JsonTable REDRIVES =
      JsonTable.of("id", "state")
          .number("matched")
          .number("moved")
          .number("skipped")
          .number("failed")
          .time("createdAt")
          .time("finishedAt")
          .and("targetQueue", "reason")
          .least("finished at", "target queue", "reason", "skipped", "created at", "matched");

  static final JsonTable SCHEDULES =
      JsonTable.of("id")
          .column("tenant", Tables::tenant)
          .and("name", "cron", "at", "zone")
          .whole("state", Tables::pausedOrActive)
          .column("type", schedule -> JsonCell.shown(schedule.at("/job/type")))
          .time("nextRunAt")
          .time("lastRunAt")
          .least("last run at", "name", "zone", "type", "tenant");

  static final JsonTable RUNS =
      JsonTable.of("jobId")
          .number("attempt")
          .number("retryCount")
          .and("status")
          .time("scheduledAt")
          .time("startedAt")
          .number("durationMs")
          .column("error", run -> error(run.path("errorType"), run.path("message")))
          .least("error", "started at", "duration ms", "attempt");

  static final JsonTable WEBHOOKS =
      JsonTable.of("id", "tenant", "name")
          .whole("state", Tables::enabledOrDisabled)
          .and("url")
          .column("events", webhook -> joined(webhook.path("events")))
          .and("queue", "type")
          .least("type", "queue", "tenant", "name", "events");

  static final JsonTable DELIVERIES =
      JsonTable.of("id", "state", "event", "jobId")
          .number("attempts", "totalAttempts")
          .number("status", "lastStatus")
          .time("createdAt")
          .time("nextRunAt")
          .column("last error", d -> error(d.at("/lastError/type"), d.at("/lastError/message")))
          .least("next run at", "job id", "created at", "last error", "status");

  static final JsonTable ALERT_RULES =
      JsonTable.of("name", "queue", "severity")
          .whole("state", Tables::enabledOrDisabled)
          .number("threshold")
          .and("unit", "for", "window")
          .number("minimum")
          .column("changed", rule -> rule.path("isDefault").asBoolean() ? "no" : "yes")
          .least("minimum", "window", "severity", "changed");

  static final JsonTable WORKERS =
      JsonTable.of("id", "host")
          .number("running")
          .number("concurrency")
          .column("queues", worker -> joined(worker.path("queues")))
          .column("types", worker -> joined(worker.path("types")))
          .time("startedAt")
          .time("lastSeenAt")
          .least("started at", "last seen at", "types", "host", "queues");

  static final JsonTable TENANTS =
      JsonTable.of("name").number("maxWaiting").number("jobsPerSecond");

  static final JsonTable KEYS =
      JsonTable.of("id", "name", "tenant", "scope")
          .time("createdAt")
          .time("lastUsedAt")
          .time("expiresAt")
          .time("revokedAt")
          .least("created at", "expires at", "last used at");

  private Tables() {}

  private static String pausedOrActive(JsonNode queueOrSchedule) {
    return queueOrSchedule.path("paused").asBoolean(false) ? "PAUSED" : "active";
  }

  private static String policy(JsonNode type) {
    JsonNode policy = type.path("retryPolicy");
    return policy.isString() ? JsonCell.shown(policy) : "its own";
  }

  private static String enabledOrDisabled(JsonNode webhookOrRule) {
    return webhookOrRule.path("enabled").asBoolean() ? "active" : "disabled";
  }

  /** Returns the tenant, unless it is the default one. */
  private static String tenant(JsonNode schedule) {
    String tenant = JsonCell.text(schedule.path("tenant"));
    return tenant.equals("default") ? JsonCell.NOTHING : JsonCell.shown(tenant);
  }

  private static String error(JsonNode type, JsonNode message) {
    return type.isString()
        ? JsonCell.shown(JsonCell.text(type) + ": " + JsonCell.text(message))
        : JsonCell.NOTHING;
  }

  private static String joined(JsonNode list) {
    return JsonCell.shown(String.join(", ", list.valueStream().map(JsonCell::text).toList()));
  }
}

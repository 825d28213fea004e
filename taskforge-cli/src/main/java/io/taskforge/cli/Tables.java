package io.taskforge.cli;

import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The columns of the API's lists. */
final class Tables {
  static final JsonTable JOBS =
      JsonTable.of("id", "queue", "type", "state")
          .number("attempt", "failures")
          .time("runAt")
          .column("last error", Tables::lastError)
          .least("attempt", "run at", "failures", "last error", "type", "queue");

  static final JsonTable DEAD_LETTERS =
      JsonTable.of("id", "type")
          .column("from", job -> JsonCell.shown(job.at("/deadLetter/moved_from_queue")))
          .and("queue")
          .whole("moved at", job -> JsonCell.time(job.at("/deadLetter/moved_at")))
          .column("last error", Tables::lastError)
          .column("reason", Tables::reason)
          .least("moved at", "reason", "from", "queue");

  static final JsonTable FAILURE_GROUPS =
      JsonTable.of()
          .whole("group", group -> JsonCell.shown(group.path("fingerprint")))
          .numberOf("deadJobs", "dead")
          .numberOf("count", "failures")
          .time("lastSeen")
          .column("queues", group -> joined(group.path("queues")))
          .whole("sample job", group -> JsonCell.shown(group.at("/sample/jobId")))
          .column("error", Tables::sample)
          .least("sample job", "last seen", "queues");

  static final JsonTable QUEUES =
      JsonTable.of("name")
          .whole("state", Tables::pausedOrActive)
          .number("waiting", "due")
          .number("running", "dead")
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
          .number("matched", "moved")
          .number("skipped", "failed")
          .time("createdAt", "finishedAt")
          .and("targetQueue", "reason")
          .least("finished at", "target queue", "reason", "skipped", "created at", "matched");

  static final JsonTable SCHEDULES =
      JsonTable.of("id")
          .column("tenant", Tables::tenant)
          .and("name", "cron", "at", "zone")
          .whole("state", Tables::pausedOrActive)
          .column("type", schedule -> JsonCell.shown(schedule.at("/job/type")))
          .time("nextRunAt", "lastRunAt")
          .least("last run at", "name", "zone", "type", "tenant");

  static final JsonTable RUNS =
      JsonTable.of("jobId")
          .number("attempt", "retryCount")
          .and("status")
          .time("scheduledAt", "startedAt")
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
          .numberOf("totalAttempts", "attempts")
          .numberOf("lastStatus", "status")
          .time("createdAt", "nextRunAt")
          .column("last error", Tables::lastError)
          .least("next run at", "job id", "created at", "last error", "status");

  static final JsonTable DESTINATIONS =
      JsonTable.of("id", "tenant", "access", "breaker")
          .time("until")
          .number("releaseRate", "calls", "failed")
          .and("hold", "heldBy")
          .least("tenant", "calls", "held by", "hold");

  static final JsonTable ALERTS =
      JsonTable.of("id", "state", "severity", "rule", "tenant")
          .whole("queue", Tables::subject)
          .time("raisedAt", "resolvedAt")
          .and("acknowledgedBy")
          .column("text", Tables::summary)
          .least("resolved at", "tenant", "acknowledged by", "raised at", "severity", "rule");

  static final JsonTable ALERT_RULES =
      JsonTable.of("name", "queue", "severity")
          .whole("state", Tables::enabledOrDisabled)
          .number("threshold")
          .and("unit", "for", "window")
          .number("minimum")
          .column("changed", rule -> rule.path("isDefault").asBoolean() ? "no" : "yes")
          .least("minimum", "window", "severity", "changed");

  static final JsonTable WORKERS =
      JsonTable.of("id", "mode", "version", "host")
          .number("running", "concurrency")
          .column("queues", worker -> joined(worker.path("queues")))
          .column("types", worker -> joined(worker.path("types")))
          .time("startedAt", "lastSeenAt")
          .least("started at", "last seen at", "types", "host", "version", "queues");

  static final JsonTable TENANTS = JsonTable.of("name").number("maxWaiting", "jobsPerSecond");

  static final JsonTable KEYS =
      JsonTable.of("id", "name", "tenant", "scope")
          .time("createdAt", "lastUsedAt")
          .time("expiresAt", "revokedAt")
          .least("created at", "expires at", "last used at");

  static final JsonTable AUDIT =
      JsonTable.of()
          .time("at")
          .and("actor", "action")
          .column("target", entry -> JsonCell.shown(entry.at("/target/id")))
          .and("tenant", "outcome")
          .column("detail", Tables::detail)
          .least("tenant", "detail", "outcome");

  static final JsonTable STATS =
      JsonTable.of("queue")
          .number("waiting", "due")
          .number("running", "dead")
          .time("oldestDueAt")
          .least("oldest due at");

  static final JsonTable SERIES =
      JsonTable.of()
          .time("start")
          .number("started", "succeeded")
          .number("failed", "dead", "cancelled")
          .numberOf("totalRetries", "retries")
          .numberOf("successfulRetries", "successful")
          .least("cancelled", "successful");

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

  /** Returns the reason without the words that every reason begins with. */
  private static String reason(JsonNode job) {
    String reason = JsonCell.text(job.at("/deadLetter/dlq_reason"));
    return JsonCell.shown(reason.replaceFirst("^dead-lettered, ", ""));
  }

  private static String sample(JsonNode group) {
    String type = JsonCell.text(group.path("errorType"));
    String message = JsonCell.text(group.at("/sample/message"));
    return JsonCell.shown(message.isEmpty() ? type : type + ": " + message);
  }

  /** The queue of an alert, or its destination. */
  static String subject(JsonNode alert) {
    return JsonCell.shown(alert.path(alert.path("queue").isString() ? "queue" : "destination"));
  }

  /** The first sentence: what is wrong. The rest, what to do about it, is for {@code show}. */
  private static String summary(JsonNode alert) {
    return JsonCell.shown(JsonCell.text(alert.path("text")).split("\\. ", 2)[0]);
  }

  private static String detail(JsonNode entry) {
    return JsonCell.shown(
        entry.path("detail").properties().stream()
            .filter(fact -> !fact.getKey().equals("status"))
            .map(fact -> fact.getKey() + ": " + JsonCell.text(fact.getValue()))
            .collect(Collectors.joining(", ")));
  }

  private static String lastError(JsonNode job) {
    return error(job.at("/lastError/type"), job.at("/lastError/message"));
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

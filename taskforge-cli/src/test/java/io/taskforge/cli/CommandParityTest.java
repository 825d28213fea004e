package io.taskforge.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every operation of the API has a command, or a reason why it has none. */
class CommandParityTest {
  /** The command for each operation id of the OpenAPI document. */
  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          entry("listJobs", "jobs list"),
          entry("getJob", "jobs show"),
          entry("getJobHistory", "jobs show"),
          entry("getJobRetries", "jobs retries"),
          entry("getJobWhy", "jobs why"),
          entry("recommendRetry", "jobs recommendation"),
          entry("enqueueJob", "jobs enqueue"),
          entry("enqueueJobs", "jobs enqueue"),
          entry("cancelJob", "jobs cancel"),
          entry("cancelJobRetries", "jobs cancel-retries"),
          entry("retryJob", "jobs retry"),
          entry("deadLetterJob", "jobs dead-letter"),
          entry("rescheduleJob", "jobs reschedule"),
          entry("listQueues", "queues list"),
          entry("getQueue", "queues show"),
          entry("putQueue", "queues set"),
          entry("deleteQueue", "queues delete"),
          entry("pauseQueue", "queues pause"),
          entry("resumeQueue", "queues resume"),
          entry("getQueueRetryMetrics", "queues retry-metrics"),
          entry("getQueueRetryPatterns", "queues retry-patterns"),
          entry("listTypes", "types list"),
          entry("getType", "types show"),
          entry("putType", "types set"),
          entry("deleteType", "types delete"),
          entry("listPolicies", "policy list"),
          entry("getPolicy", "policy show"),
          entry("putPolicy", "policy set"),
          entry("deletePolicy", "policy delete"),
          entry("replayHistory", "simulate"),
          entry("listDeadLetters", "dlq list"),
          entry("getDeadLetter", "dlq show"),
          entry("deleteDeadLetter", "dlq delete"),
          entry("listFailureGroups", "dlq groups"),
          entry("getFailureGroup", "dlq group show"),
          entry("putFailureGroup", "dlq group set"),
          entry("startRedrive", "dlq redrive"),
          entry("previewRedrive", "dlq redrive"),
          entry("stopRedrive", "dlq stop"),
          entry("listRedrives", "redrives list"),
          entry("getRedrive", "redrives show"),
          entry("listSchedules", "schedules list"),
          entry("getSchedule", "schedules show"),
          entry("getScheduleRuns", "schedules runs"),
          entry("createSchedule", "schedules create"),
          entry("putSchedule", "schedules create"),
          entry("pauseSchedule", "schedules pause"),
          entry("resumeSchedule", "schedules resume"),
          entry("triggerSchedule", "schedules trigger"),
          entry("deleteSchedule", "schedules delete"),
          entry("listWebhooks", "webhooks list"),
          entry("getWebhook", "webhooks show"),
          entry("createWebhook", "webhooks create"),
          entry("putWebhook", "webhooks set"),
          entry("rotateWebhookSecret", "webhooks rotate-secret"),
          entry("testWebhook", "webhooks test"),
          entry("listWebhookDeliveries", "webhooks deliveries"),
          entry("deleteWebhook", "webhooks delete"),
          entry("listDestinations", "destinations list"),
          entry("getDestination", "destinations show"),
          entry("holdDestination", "destinations hold"),
          entry("releaseDestination", "destinations release"),
          entry("listAlerts", "alerts list"),
          entry("getAlert", "alerts show"),
          entry("acknowledgeAlert", "alerts ack"),
          entry("listAlertRules", "alert-rules list"),
          entry("getAlertRule", "alert-rules show"),
          entry("putAlertRule", "alert-rules set"),
          entry("resetAlertRule", "alert-rules reset"),
          entry("listWorkers", "workers list"),
          entry("quietWorker", "workers quiet"),
          entry("resumeWorker", "workers resume"),
          entry("stopWorker", "workers stop"),
          entry("listTenants", "tenants list"),
          entry("getTenant", "tenants show"),
          entry("getTenantStats", "tenants stats"),
          entry("putTenant", "tenants set"),
          entry("deleteTenant", "tenants delete"),
          entry("listKeys", "keys list"),
          entry("createKey", "keys create"),
          entry("revokeKey", "keys revoke"),
          entry("getCaller", "keys whoami"),
          entry("listAuditEntries", "audit"),
          entry("getStats", "stats"),
          entry("getStatsSeries", "stats series"),
          entry("streamEvents", "watch"));

  private static final String WORKER = "for workers: a lease must be extended until the job ends";
  private static final String PROBE = "for probes and scrapers, which use HTTP";

  /** The operations that have no command on purpose, with the reason. */
  private static final Map<String, String> NO_COMMAND =
      Map.ofEntries(
          entry("callApi", "jobs enqueue http and schedules create do the same"),
          entry("redriveDeadLetter", "dlq redrive ID does the same, for any number of jobs"),
          entry("previewPolicy", "policy show computes the delays without a server"),
          entry("validatePolicy", "policy validate needs no server"),
          entry("simulatePolicies", "simulate needs no server"),
          entry("previewHerd", "for the chart of the dashboard"),
          entry("claimJobs", WORKER),
          entry("reportResults", WORKER),
          entry("extendLease", WORKER),
          entry("extendLeases", WORKER),
          entry("completeLease", WORKER),
          entry("failLease", WORKER),
          entry("releaseLease", WORKER),
          entry("getHealth", PROBE),
          entry("getReadiness", PROBE),
          entry("getMetrics", PROBE),
          entry("changeJobs", "jobs cancel, retry and dead-letter take any number of ids"),
          entry("countJobs", "asked before changeJobs"),
          entry("copyJob", "jobs enqueue creates a new job"),
          entry("countJobsByState", "stats counts jobs by state"),
          entry("findAnything", "each list has its own filters"),
          entry("listNames", "for completion while typing in the dashboard"),
          entry("getLoad", "samples of one server, for charts; stats series is of all"),
          entry("previewSchedule", "schedules create shows the next runs"),
          entry("getWebhookDelivery", "jobs show has the payload and the log of each attempt"),
          entry(
              "redeliverWebhook",
              "for a delivered message; jobs retry and dlq redrive repeat others"),
          entry("getOpenApi", "for generators of clients, which read the URL"));

  @TempDir Path directory;

  @Test
  void every_operation_has_a_command_or_a_reason_to_have_none() {
    Set<String> missing = operations();
    Set<String> unknown = new TreeSet<>(COMMANDS.keySet());
    unknown.addAll(NO_COMMAND.keySet());
    unknown.removeAll(missing);
    missing.removeAll(COMMANDS.keySet());
    missing.removeAll(NO_COMMAND.keySet());

    assertThat(missing).as("operations with neither a command nor a reason").isEmpty();
    assertThat(unknown).as("listed operations that the API does not have").isEmpty();
    assertThat(COMMANDS).doesNotContainKeys(NO_COMMAND.keySet().toArray(String[]::new));
  }

  @Test
  void every_listed_command_exists() {
    Set<String> existing =
        Commands.all().stream()
            .map(command -> String.join(" ", Commands.words(command)))
            .collect(Collectors.toSet());

    assertThat(existing).containsAll(COMMANDS.values());
  }

  private Set<String> operations() {
    Set<String> ids = new TreeSet<>();
    try (TestServer server = TestServer.onSqlite(directory)) {
      JsonNode paths = server.get("/openapi.json").json().path("paths");
      for (JsonNode path : paths) {
        path.forEach(operation -> ids.add(operation.path("operationId").asString("")));
      }
    }
    return ids;
  }
}

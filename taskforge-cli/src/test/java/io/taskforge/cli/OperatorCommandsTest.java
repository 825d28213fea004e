package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Commands for webhooks, workers, tenants, queues, redrives and policies, on a real server. */
@Timeout(120)
class OperatorCommandsTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void open() {
    server = TestServer.onSqlite(directory);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void a_webhook_is_created_tested_disabled_enabled_and_deleted() {
    JsonNode made =
        json(
            "webhooks",
            "create",
            "http://127.0.0.1:1/hook",
            "--event",
            "job.dead,job.failed",
            "--queue",
            "mail",
            "--name",
            "Pager");
    String id = made.get("id").stringValue();

    assertThat(made.get("secret").stringValue()).startsWith("whsec_");
    assertThat(said("webhooks")).contains(id, "Pager", "active", "job.failed, job.dead");
    assertThat(said("webhooks", "show", id)).contains("url", "http://127.0.0.1:1/hook");
    assertThat(said("webhooks", "test", id))
        .matches(id + "  test sent: job [0-9a-f-]{36}, now QUEUED\\R");
    assertThat(said("webhooks", "disable", id)).isEqualToIgnoringNewLines(id + "  disabled");
    JsonNode disabled = json("webhooks", "show", id);
    assertThat(disabled.get("enabled").booleanValue()).isFalse();
    assertThat(disabled.get("queue").stringValue()).isEqualTo("mail");
    assertThat(disabled.get("events").size()).isEqualTo(2);
    assertThat(run("webhooks", "test", id).exitCode()).isEqualTo(4);
    assertThat(said("webhooks", "enable", id)).isEqualToIgnoringNewLines(id + "  enabled");
    assertThat(json("webhooks", "show", id).get("enabled").booleanValue()).isTrue();
    assertThat(said("webhooks", "delete", id)).isEqualToIgnoringNewLines(id + "  deleted");
    assertThat(said("webhooks", "list")).isEqualToIgnoringNewLines("no webhooks");
    assertThat(run("webhooks", "enable", id).exitCode()).isEqualTo(3);
  }

  @Test
  void a_webhook_is_changed_and_its_secret_rotated_and_its_deliveries_are_listed() {
    JsonNode made =
        json("webhooks", "create", "http://127.0.0.1:1/", "--event", "job.dead", "--queue", "mail");
    String id = made.get("id").stringValue();

    JsonNode changed =
        json("webhooks", "set", id, "--event", "job.dead,job.failed", "--queue", "none");
    assertThat(changed.get("events").size()).isEqualTo(2);
    assertThat(changed.get("queue").isNull()).isTrue();
    assertThat(changed.get("url").stringValue()).isEqualTo("http://127.0.0.1:1/");
    assertThat(run("webhooks", "set", id, "--enabled", "no").err())
        .contains("--enabled: 'no' is not allowed: must be true or false");
    assertThat(json("webhooks", "rotate-secret", id).get("secret").stringValue())
        .startsWith("whsec_")
        .isNotEqualTo(made.get("secret").stringValue());
    assertThat(said("webhooks", "deliveries", id)).isEqualToIgnoringNewLines("no deliveries");
    said("webhooks", "test", id);
    assertThat(said("webhooks", "deliveries", id)).contains("QUEUED", "webhook.test");
    assertThat(run("webhooks", "set", "wh_" + "0".repeat(32), "--enabled", "true").exitCode())
        .isEqualTo(3);
  }

  @Test
  void an_alert_rule_is_changed_for_one_queue_and_reset() {
    JsonNode rule =
        json("alert-rules", "set", "dead-letters", "--queue", "mail", "--threshold", "7");

    assertThat(rule.get("threshold").asLong()).isEqualTo(7);
    assertThat(rule.get("isDefault").booleanValue()).isFalse();
    assertThat(json("alert-rules", "show", "dead-letters").get("isDefault").booleanValue())
        .isTrue();
    said("alert-rules", "set", "dead-letters", "--queue", "mail", "--enabled", "false");
    rule = json("alert-rules", "show", "dead-letters", "--queue", "mail");
    assertThat(rule.get("threshold").asLong()).isEqualTo(7);
    assertThat(rule.get("enabled").booleanValue()).isFalse();
    assertThat(said("alert-rules")).containsPattern("dead-letters +\\| mail +\\|.* disabled");
    assertThat(said("alert-rules", "reset", "dead-letters", "--queue", "mail"))
        .isEqualToIgnoringNewLines("dead-letters  reset");
    assertThat(run("alert-rules", "reset", "dead-letters").exitCode()).isEqualTo(3);
    assertThat(run("alert-rules", "set", "unheard-of", "--for", "1m").exitCode()).isEqualTo(3);
  }

  @Test
  void a_policy_is_set_replaced_and_deleted() throws IOException {
    Path file = Files.writeString(directory.resolve("calls.json"), policy(5));

    assertThat(said("policy", "set", "calls", file.toString())).startsWith("calls  set: ");
    Files.writeString(file, policy(6));
    assertThat(json("policy", "set", "calls", file.toString()).at("/policy/maxRetries").asLong())
        .isEqualTo(6);
    assertThat(run("policy", "set", "patient", file.toString()).exitCode())
        .as("a preset cannot be changed")
        .isEqualTo(4);
    Files.writeString(file, policy(-1));
    assertThat(run("policy", "set", "calls", file.toString()).err()).contains("maxRetries");
    assertThat(said("policy", "delete", "calls")).isEqualToIgnoringNewLines("calls  deleted");
    assertThat(run("policy", "delete", "calls").exitCode()).isEqualTo(3);
  }

  @Test
  void a_schedule_is_replaced() {
    String[] create = {"schedules", "create", "nightly", "report", "--tenant", "acme", "--replace"};
    json(concat(create, "--cron", "0 3 * * *", "--zone", "Asia/Tokyo"));

    JsonNode replaced = json(concat(create, "--cron", "0 4 * * *"));

    assertThat(replaced.get("cron").stringValue()).isEqualTo("0 4 * * *");
    assertThat(replaced.get("zone").stringValue()).as("replaced as a whole").isEqualTo("UTC");
    assertThat(json("schedules", "list").get("items").size()).isEqualTo(1);
  }

  @Test
  void settings_of_queues_and_tenants_are_deleted() {
    said("queues", "set", "mail", "--concurrency", "5");
    said("tenants", "set", "acme", "--max-waiting", "5");

    assertThat(said("queues", "delete", "mail")).isEqualToIgnoringNewLines("mail  deleted");
    assertThat(said("tenants", "delete", "acme")).isEqualToIgnoringNewLines("acme  deleted");
    assertThat(run("queues", "show", "mail").exitCode()).isEqualTo(3);
    assertThat(run("tenants", "show", "acme").exitCode()).isEqualTo(3);
  }

  @Test
  void the_caller_is_shown() {
    assertThat(said("keys", "whoami")).contains("name   local", "scope  admin");
  }

  @Test
  void a_tenants_webhook_is_found_with_the_tenant_option() {
    String id =
        json("webhooks", "create", "http://127.0.0.1:1/", "--event", "job.dead", "--tenant", "acme")
            .get("id")
            .stringValue();

    assertThat(run("webhooks", "disable", id).exitCode()).isEqualTo(3);
    assertThat(said("webhooks", "disable", id, "--tenant", "acme")).contains("disabled");
    assertThat(said("webhooks", "--tenant", "acme")).contains(id, "disabled");
  }

  @Test
  void queue_settings_that_are_not_given_are_kept() {
    said("queues", "set", "mail", "--concurrency", "5", "--dead-letter-queue", "mail.dead");
    JsonNode queue = json("queues", "set", "mail", "--rate", "100/1m", "--policy", "patient");

    assertThat(queue.get("concurrency").asLong()).isEqualTo(5);
    assertThat(queue.get("deadLetterQueue").stringValue()).isEqualTo("mail.dead");
    assertThat(queue.at("/rate/starts").asLong()).isEqualTo(100);
    assertThat(queue.at("/rate/per").stringValue()).isEqualTo("1m");
    assertThat(queue.get("retryPolicy").stringValue()).isEqualTo("patient");

    JsonNode without =
        json(
            "queues", "set", "mail", "--concurrency", "none", "--rate", "none", "--policy", "none");
    assertThat(without.get("concurrency").isNull()).isTrue();
    assertThat(without.get("rate").isNull()).isTrue();
    assertThat(without.get("retryPolicy").isNull()).isTrue();
    assertThat(without.get("deadLetterQueue").stringValue()).isEqualTo("mail.dead");
  }

  @Test
  void a_retry_budget_has_a_percentage_an_interval_and_a_minimum_rate() {
    assertThat(budget("20%")).isEqualTo("20% in 10s, 10 in 1s");
    assertThat(budget("20%/30s")).isEqualTo("20% in 30s, 10 in 1s");
    assertThat(budget("15%/m,5/s")).isEqualTo("15% in 1m, 5 in 1s");
    assertThat(budget("0%,1/500ms")).isEqualTo("0% in 10s, 1 in 500ms");
    assertThat(run("queues", "set", "mail", "--retry-budget", "20%/30s,5").err())
        .contains("--retry-budget: '20%/30s,5' is not allowed: must be a percentage such as 20%");
  }

  private String budget(String value) {
    JsonNode budget = json("queues", "set", "mail", "--retry-budget", value).get("retryBudget");
    return "%s%% in %s, %s in %s"
        .formatted(
            budget.get("percent").asInt(),
            budget.get("interval").stringValue(),
            budget.get("minRetryCount").asInt(),
            budget.get("minRetryInterval").stringValue());
  }

  @Test
  void a_queue_that_was_created_by_a_job_can_be_configured() {
    said("jobs", "enqueue", "welcome", "--queue", "sms");

    assertThat(json("queues", "set", "sms", "--rate", "10/s").at("/rate/per").stringValue())
        .isEqualTo("1s");
  }

  @Test
  void invalid_settings_are_rejected() {
    assertThat(run("queues", "set", "mail").err()).contains("give at least one of --concurrency");
    assertThat(run("queues", "set", "mail", "--concurrency", "many").err())
        .contains("--concurrency: 'many' is not allowed: must be a number or none");
    assertThat(run("queues", "set", "mail", "--rate", "fast").exitCode()).isEqualTo(2);
    assertThat(run("queues", "set", "mail", "--policy", "unheard-of").exitCode()).isEqualTo(2);
    assertThat(run("tenants", "set", "acme").exitCode()).isEqualTo(2);
  }

  @Test
  void limits_of_a_tenant_are_set_shown_and_listed() {
    said("tenants", "set", "acme", "--max-waiting", "1000");
    JsonNode limits = json("tenants", "set", "acme", "--jobs-per-second", "0.5");

    assertThat(limits.get("maxWaiting").asLong()).isEqualTo(1000);
    assertThat(limits.get("jobsPerSecond").asDouble()).isEqualTo(0.5);
    assertThat(said("tenants")).contains("acme |        1000 |             0.5");
    assertThat(json("tenants", "set", "acme", "--max-waiting", "none").get("maxWaiting").isNull())
        .isTrue();
    assertThat(said("tenants", "show", "acme")).contains("jobsPerSecond  0.5");
    assertThat(run("tenants", "show", "unknown").exitCode()).isEqualTo(3);
  }

  @Test
  void redrives_and_workers_are_listed() {
    assertThat(said("redrives")).isEqualToIgnoringNewLines("no redrives");
    String id = json("dlq", "redrive", "--all").get("id").stringValue();

    assertThat(said("redrives", "list")).contains(id, "matched | moved");
    assertThat(said("redrives", "show", id)).contains("matched");
    assertThat(run("workers").exitCode()).isZero();
  }

  @Test
  void the_servers_named_policies_are_listed_and_shown() {
    server.put("/api/v1/policies/calls", policy(5)).is(201);

    assertThat(said("policy", "list")).contains(" calls ", "fixed 30s", " patient ");
    assertThat(said("policy", "show", "calls")).startsWith("calls: fixed 30s");
    assertThat(said("policy", "show", "patient")).startsWith("patient: ");
    assertThat(json("policy", "list").get("policies").toString()).contains("\"calls\"");
    assertThat(run("policy", "show", "unheard-of").exitCode()).isEqualTo(3);
  }

  @Test
  void presets_need_no_server_but_a_given_server_must_respond() {
    assertThat(CliRun.of("policy", "list").out()).contains(" patient ").doesNotContain(" calls ");
    assertThat(CliRun.of("policy", "list", "--server", "http://127.0.0.1:1").exitCode())
        .isEqualTo(5);
    assertThat(CliRun.of("policy", "show", "patient", "--server", "http://127.0.0.1:1").exitCode())
        .as("a preset needs no server")
        .isZero();
  }

  @Test
  void an_unreachable_server_from_the_environment_only_omits_its_policies() {
    CliRun run =
        CliRun.inEnvironment(Map.of("TASKFORGE_SERVER", "http://127.0.0.1:1"), "policy", "list");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(" patient ");
    assertThat(run.err())
        .startsWith("taskforge: the server's policies are not included: no response from");
  }

  private CliRun run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--server");
    all.add(server.url());
    return CliRun.of(all.toArray(String[]::new));
  }

  private static String policy(int maxRetries) {
    return "{\"maxRetries\":%d,\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"30s\"}}"
        .formatted(maxRetries);
  }

  private static String[] concat(String[] first, String... second) {
    return Stream.concat(Stream.of(first), Stream.of(second)).toArray(String[]::new);
  }

  private String said(String... args) {
    CliRun run = run(args);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }

  private JsonNode json(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--json");
    return Json.read(said(all.toArray(String[]::new)));
  }
}

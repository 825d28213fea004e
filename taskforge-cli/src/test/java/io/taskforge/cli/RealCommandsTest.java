package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Common commands of operators, on a real server. */
@Timeout(120)
@Tag("jdk")
class RealCommandsTest {
  private static final String UNKNOWN = "01981c2e-5a00-7000-8000-000000000001";

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void open() {
    server = TestServer.onSqlite(directory);
    server.put("/api/v1/queues/mail", "{\"deadLetterQueue\":\"mail-dead\"}").is(201);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void a_job_is_enqueued_listed_shown_and_cancelled() {
    String id =
        json("jobs", "enqueue", "welcome", "--queue", "mail", "--key", "a").get("id").stringValue();

    assertThat(json("jobs", "list", "--queue", "mail").at("/items/0/id").stringValue())
        .isEqualTo(id);
    assertThat(said("jobs", "enqueue", "welcome", "--queue", "mail", "--key", "a"))
        .contains(id, "already exists");
    assertThat(json("jobs", "show", id).get("state").stringValue()).isEqualTo("QUEUED");
    assertThat(said("jobs", "show", id))
        .contains("queue           mail", "no attempts yet")
        .doesNotContain("  -");
    assertThat(said("jobs", "cancel", id))
        .isEqualToIgnoringNewLines(id + "  cancelled, now CANCELLED");
    assertThat(run("jobs", "cancel", id).exitCode()).isEqualTo(4);
    assertThat(said("jobs", "retry", id)).isEqualToIgnoringNewLines(id + "  retried, now QUEUED");
    assertThat(run("jobs", "show", UNKNOWN).exitCode()).isEqualTo(3);
    assertThat(run("jobs", "list", "--state", "lost").exitCode()).isEqualTo(2);
  }

  @Test
  void a_waiting_job_is_rescheduled() {
    String id = json("jobs", "enqueue", "welcome", "--queue", "mail").get("id").stringValue();

    assertThat(said("jobs", "reschedule", id, "--run-at", "2031-01-01T00:00:00Z"))
        .isEqualToIgnoringNewLines(id + "  rescheduled, now QUEUED");
    assertThat(json("jobs", "show", id).get("runAt").stringValue())
        .isEqualTo("2031-01-01T00:00:00Z");
    assertThat(json("jobs", "reschedule", id, "--delay", "1h").get("runAt").stringValue())
        .isEqualTo("2030-01-01T01:00:00Z");
    assertThat(run("jobs", "reschedule", id).exitCode()).isEqualTo(2);
  }

  @Test
  void retries_are_listed_counted_recommended_and_cancelled_with_a_reason() {
    String id =
        json(
                "jobs",
                "enqueue",
                "http",
                "--queue",
                "sms",
                "--payload",
                "{\"url\":\"http://127.0.0.1:1/\"}")
            .get("id")
            .stringValue();
    server.runDue();
    server.advance(Duration.ofHours(1)).runDue();
    server.advance(Duration.ofSeconds(1)); // a period excludes its end

    assertThat(said("jobs", "retries", id)).contains("total       1", "failed");
    assertThat(json("jobs", "recommendation", id, "--status-code", "404").get("shouldRetry"))
        .isEqualTo(Json.read("false"));
    assertThat(said("jobs", "recommendation", id, "--error-type", "timeout"))
        .contains("shouldRetry", "true", "nextDelay");
    assertThat(run("jobs", "recommendation", id).exitCode()).isEqualTo(2);
    assertThat(said("jobs", "cancel-retries", id, "--reason", "not needed"))
        .isEqualToIgnoringNewLines(id + "  retries cancelled, now FAILED");
    assertThat(said("jobs", "show", id)).contains("not needed");
    assertThat(json("queues", "retry-metrics", "sms").get("failedRetries").asLong()).isEqualTo(1);
    assertThat(
            json("queues", "retry-metrics", "sms", "--to", "2029-01-01T00:00:00Z")
                .get("failedRetries")
                .asLong())
        .isZero();
    assertThat(said("queues", "retry-patterns", "sms"))
        .contains("countsByAttempt", "| succeeded | failed | cancelled");
    assertThat(said("tenants", "stats", "default")).contains("FAILED", "1");
    assertThat(said("stats", "series", "--queue", "sms", "--step", "6h"))
        .contains("start", "retries")
        .containsPattern("2030-01-01T01:00:00Z +\\| +1 +\\| +0 +\\| +1 ");
    assertThat(json("stats", "series", "--type", "http", "--step", "2d").at("/points/0/started"))
        .isEqualTo(Json.read("2"));
    assertThat(run("stats", "series", "--step", "90m").exitCode()).isEqualTo(2);
  }

  @Test
  void dead_letters_are_grouped_and_listed() {
    String id = dead();

    JsonNode group = json("dlq", "groups", "--queue", "mail").at("/items/0");
    assertThat(group.get("deadJobs").asLong()).isEqualTo(1);
    assertThat(said("dlq", "groups"))
        .contains(group.get("fingerprint").stringValue(), "connection_refused: no answer from", id);
    assertThat(json("dlq", "list", "--queue", "mail-dead").at("/items/0/id").stringValue())
        .isEqualTo(id);
    assertThat(said("dlq", "list", "--error", "connection_refused"))
        .contains(id, "retries exhausted: 1 of 1 attempts failed", " mail ", " mail-dead ");
    assertThat(said("dlq", "list", "--error", "timeout"))
        .isEqualToIgnoringNewLines("no dead letters");
    assertThat(json("dlq", "show", id).at("/deadLetter/moved_from_queue").stringValue())
        .isEqualTo("mail");
    assertThat(
            json(
                    "dlq",
                    "redrive",
                    "--all",
                    "--dry-run",
                    "--group",
                    group.get("fingerprint").stringValue())
                .get("matched")
                .asLong())
        .isEqualTo(1);
  }

  @Test
  void a_dead_letter_is_redriven_and_one_that_is_not_dead_is_exit_code_4() {
    String id = dead();

    CliRun run = whileTheServerWorks("dlq", "redrive", id, "--target", "mail-again");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("state        DONE", "moved        1");
    assertThat(json("jobs", "show", id).get("queue").stringValue()).isEqualTo("mail-again");
    CliRun again = whileTheServerWorks("dlq", "redrive", id);
    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.out()).contains("skipped     1", "not dead but ");
  }

  @Test
  void all_dead_letters_are_redriven_and_the_redrive_can_be_shown() {
    dead();
    dead();
    JsonNode redrive = json("dlq", "redrive", "--all", "--queue", "mail-dead", "--rate", "0.01");
    String id = redrive.get("id").stringValue();
    server.runDue();

    assertThat(json("dlq", "progress", id).get("moved").asLong()).isEqualTo(1);
    assertThat(said("dlq", "stop", id)).contains(id + "  stopped, now STOPPED");
    assertThat(run("dlq", "stop", id).exitCode()).isEqualTo(4);
    assertThat(run("dlq", "stop", UNKNOWN).exitCode()).isEqualTo(3);
  }

  @Test
  void a_deleted_dead_letter_becomes_a_cancelled_job() {
    String id = dead();

    assertThat(said("dlq", "delete", id)).isEqualToIgnoringNewLines(id + "  deleted");
    assertThat(said("dlq", "list")).isEqualToIgnoringNewLines("no dead letters");
    assertThat(json("jobs", "show", id).get("state").stringValue()).isEqualTo("CANCELLED");
    assertThat(run("dlq", "delete", id).exitCode()).isEqualTo(3);
  }

  @Test
  void a_paused_queue_is_marked_and_runs_no_jobs() {
    CliRun paused = run("queues", "pause", "nowhere", "mail");
    assertThat(paused.exitCode()).isEqualTo(3);
    assertThat(paused.err()).contains("there is no queue nowhere");
    assertThat(paused.out()).isEqualToIgnoringNewLines("mail  paused");

    enqueueFailing();
    server.runDue();

    assertThat(said("queues")).containsPattern("mail +\\| PAUSED \\| +1 \\|");
    assertThat(json("queues", "show", "mail").get("paused").booleanValue()).isTrue();
    assertThat(said("queues", "resume", "mail")).isEqualToIgnoringNewLines("mail  resumed");
    server.runDue();
    assertThat(said("queues", "list")).containsPattern("mail-dead +\\| active +\\|");
  }

  @Test
  void the_runs_of_a_schedule_are_listed_also_after_it_was_deleted() {
    String id = "0199f000-0000-7000-8000-000000000001";
    String url = "{\"url\": \"http://127.0.0.1:1/\"}";
    json("schedules", "create", id, "http", "--cron", "@daily", "--payload", url);
    run("schedules", "trigger", id);
    server.runDue();

    assertThat(said("schedules", "runs", id)).contains("FAILED", "connection_refused");
    assertThat(said("jobs", "show", id)).contains("ACTIVE", "│ Initial    │ FAILED");
    run("schedules", "delete", id);
    assertThat(json("schedules", "runs", id).at("/items/0/retryCount").intValue()).isZero();
    assertThat(run("schedules", "runs", "unknown").exitCode()).isEqualTo(3);
  }

  @Test
  void a_schedule_is_created_triggered_paused_and_deleted() {
    JsonNode made =
        json(
            "schedules",
            "create",
            "nightly",
            "report",
            "--cron",
            "0 3 * * *",
            "--zone",
            "Asia/Tokyo");
    assertThat(made.get("nextRunAt").stringValue()).isEqualTo("2030-01-01T18:00:00Z");
    assertThat(run("schedules", "create", "nightly", "report", "--cron", "@daily").exitCode())
        .isEqualTo(4);
    assertThat(run("schedules", "create", "x", "report", "--cron", "61 * * * *").err())
        .contains("cron.minute");

    assertThat(said("schedules", "pause", "nightly")).isEqualToIgnoringNewLines("nightly  paused");
    assertThat(said("schedules"))
        .containsPattern("nightly \\| 0 3 \\* \\* \\* \\| Asia/Tokyo \\| PAUSED");
    assertThat(said("schedules", "resume", "nightly")).contains("nightly  resumed");
    assertThat(said("schedules", "trigger", "nightly"))
        .matches("nightly  triggered: job [0-9a-f-]{36}, now QUEUED\\R");
    assertThat(json("jobs", "list", "--type", "report").get("items").size()).isEqualTo(1);
    assertThat(json("jobs", "list", "--schedule", "nightly").get("items").size()).isEqualTo(1);
    assertThat(json("jobs", "list", "--schedule", "other").get("items").size()).isZero();
    assertThat(said("schedules", "runs", "nightly")).isEqualToIgnoringNewLines("no runs");
    assertThat(said("schedules", "show", "nightly")).contains("nextRuns   2030-01-01T18:00:00Z, ");
    assertThat(said("schedules", "delete", "nightly")).contains("nightly  deleted");
    assertThat(run("schedules", "delete", "nightly").exitCode()).isEqualTo(3);
  }

  @Test
  void schedules_of_all_pages_are_listed() {
    for (int i = 100; i < 160; i++) {
      json("schedules", "create", "s" + i, "report", "--cron", "@daily");
    }

    assertThat(json("schedules", "list").get("items").size()).isEqualTo(60);
    assertThat(said("schedules")).contains("s100", "s159");
  }

  @Test
  void stats_show_the_totals() {
    assertThat(said("stats")).startsWith("jobs     none");
    dead();
    enqueueFailing();

    assertThat(said("stats"))
        .contains("jobs     1 QUEUED, 1 DEAD", "retries  none")
        .containsPattern("mail-dead +\\| +0 \\| +0 \\| +0 \\| +1 \\|");
    assertThat(json("stats").at("/jobs/DEAD").asLong()).isEqualTo(1);
  }

  /** Creates a job in the dead letter queue. */
  private String dead() {
    String id = enqueueFailing();
    server.runDue();
    return id;
  }

  private String enqueueFailing() {
    return json(
            "jobs",
            "enqueue",
            "http",
            "--queue",
            "mail",
            "--max-retries",
            "0",
            "--payload",
            "{\"url\":\"http://127.0.0.1:1/\"}")
        .get("id")
        .stringValue();
  }

  private CliRun run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--server");
    all.add(server.url());
    return CliRun.of(all.toArray(String[]::new));
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

  /** Runs a command that waits for the server's worker. */
  private CliRun whileTheServerWorks(String... args) {
    CompletableFuture<CliRun> command = CompletableFuture.supplyAsync(() -> run(args));
    while (true) {
      server.runDue();
      try {
        return command.get(50, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // The command still waits; run more jobs.
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}

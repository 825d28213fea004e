package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests and output of the commands for queues, dead letters, schedules and totals. */
class OperationsCommandsTest {
  private final StubApi api = new StubApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void queues_are_listed_with_or_without_the_list_subcommand() {
    api.on(
        "GET /queues",
        "200 {\"items\":[{\"name\":\"mail\",\"paused\":true,\"waiting\":3}],\"next\":null}");

    CliRun run = api.run("queues");

    assertThat(run.out()).contains(" name | state  | waiting", " mail | PAUSED |       3");
    assertThat(api.run("queues", "list").out()).isEqualTo(run.out());
    assertThat(Json.read(api.run("queues", "--json").out()).get("items").size()).isEqualTo(1);
  }

  @Test
  void a_queue_is_paused_resumed_and_shown() {
    api.on("POST /queues/mail/pause", "200 {\"name\":\"mail\"}")
        .on("POST /queues/mail/resume", "200 {\"name\":\"mail\"}")
        .on("GET /queues/mail", "200 {\"name\":\"mail\",\"rate\":{\"starts\":5,\"per\":\"1s\"}}");

    assertThat(api.run("queues", "pause", "mail").out()).isEqualToIgnoringNewLines("mail  paused");
    assertThat(api.run("queues", "resume", "mail").exitCode()).isZero();
    assertThat(api.run("queues", "show", "mail").out()).contains("name  mail", "  starts  5");
  }

  @Test
  void the_policy_of_a_job_type_is_set_listed_and_deleted() {
    String type = "{\"name\":\"welcome\",\"retryPolicy\":\"patient\",\"version\":1}";
    api.on("GET /types/welcome", "404 {\"status\":404}", "200 " + type)
        .on("PUT /types/welcome", "201 " + type)
        .on("GET /types", "200 {\"items\":[%s],\"next\":null}".formatted(type))
        .on("DELETE /types/welcome", "204 ");

    CliRun set = api.run("types", "set", "welcome", "--policy", "patient");

    assertThat(set.out()).contains("retryPolicy  patient");
    assertThat(api.asked()).contains("PUT /types/welcome {\"retryPolicy\":\"patient\"}");
    assertThat(api.run("types").out()).contains(" name    | retry policy", " welcome | patient");
    assertThat(api.run("types", "show", "welcome").exitCode()).isZero();
    assertThat(api.run("types", "delete", "welcome").out())
        .isEqualToIgnoringNewLines("welcome  deleted");
    assertThat(api.run("types", "set", "welcome").exitCode()).isEqualTo(2);
  }

  @Test
  void jobs_and_schedules_override_parts_of_their_retry_policy() {
    api.on("POST /jobs", "201 {\"id\":\"j1\"}").on("POST /schedules", "201 {\"id\":\"s\"}");

    api.run("jobs", "enqueue", "a", "--max-retries", "5", "--retry-delay", "30s");
    api.run(
        "schedules",
        "create",
        "s",
        "a",
        "--at",
        "2030-01-01T00:00:00Z",
        "--retry-delay",
        "500",
        "--use-exponential-backoff",
        "false");

    assertThat(api.asked())
        .containsExactly(
            "POST /jobs {\"type\":\"a\",\"maxRetries\":5,\"retryDelay\":\"30s\"}",
            "POST /schedules {\"id\":\"s\",\"at\":\"2030-01-01T00:00:00Z\","
                + "\"job\":{\"type\":\"a\",\"retryDelay\":500,\"useExponentialBackoff\":false}}");
  }

  @Test
  void a_redrive_of_all_jobs_is_followed_until_it_is_done() {
    api.on("POST /redrives", "202 {\"id\":\"r1\",\"state\":\"RUNNING\",\"finishedAt\":null}")
        .on(
            "GET /redrives/r1",
            "200 {\"id\":\"r1\",\"state\":\"RUNNING\",\"matched\":2,\"moved\":1,\"finishedAt\":null}",
            "200 {\"id\":\"r1\",\"state\":\"COMPLETED\",\"matched\":2,\"moved\":2,"
                + "\"finishedAt\":\"2030-01-01T00:00:00Z\"}");

    CliRun run =
        api.run(
            "dlq",
            "redrive",
            "--all",
            "--queue",
            "mail-dead",
            "--state",
            "failed",
            "--tenant",
            "acme",
            "--error",
            "timeout",
            "--failure-kind",
            "overload",
            "--rate",
            "5",
            "--stop-if",
            "0.5",
            "--target",
            "mail");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("state       COMPLETED", "moved       2");
    assertThat(api.asked().get(0))
        .isEqualTo(
            "POST /redrives {\"filter\":{\"queue\":\"mail-dead\",\"tenant\":\"acme\","
                + "\"errorType\":\"timeout\",\"failureKind\":\"overload\"},\"jobState\":\"failed\",\"targetQueue\":\"mail\",\"ratePerSecond\":5.0,\"stopIfFailureRatio\":0.5}");
  }

  @Test
  void a_dry_run_only_counts_and_ids_or_all_must_be_given() {
    api.on("POST /redrives/preview", "200 {\"matched\":7}");

    assertThat(api.run("dlq", "redrive", "--all", "--group", "abc", "--dry-run").out())
        .isEqualToIgnoringNewLines("matched  7");
    assertThat(api.asked()).containsExactly("POST /redrives/preview {\"failureGroup\":\"abc\"}");
    assertThat(api.run("dlq", "redrive").exitCode()).isEqualTo(2);
    assertThat(api.run("dlq", "redrive", "x", "--all").exitCode()).isEqualTo(2);
    assertThat(api.run("dlq", "redrive", "x", "--tenant", "acme").exitCode()).isEqualTo(2);
    assertThat(api.run("dlq", "redrive", "--all", "--group", "abc", "--tenant", "acme").exitCode())
        .isEqualTo(2);
  }

  @Test
  void dead_letters_are_listed_and_deleted_and_a_redrive_stopped() {
    api.on(
            "GET /dead-letters?limit=50",
            "200 {\"items\":[{\"id\":\"j1\",\"state\":\"DEAD\",\"deadLetter\":{\"dlq_reason\":"
                + "\"retries exhausted\",\"moved_from_queue\":\"mail\"}}],\"next\":null}")
        .on("DELETE /dead-letters/j1", "204 ")
        .on("DELETE /redrives/r1", "204 ");

    assertThat(api.run("dlq", "list").out()).contains("j1", "mail", "retries exhausted");
    assertThat(api.run("dlq", "delete", "j1").out()).isEqualToIgnoringNewLines("j1  deleted");
    assertThat(api.run("dlq", "stop", "r1").out()).isEqualToIgnoringNewLines("r1  stopped");
  }

  @Test
  void a_schedule_is_created_from_cron_zone_and_job() {
    api.on("POST /schedules", "201 {\"id\":\"nightly\",\"nextRuns\":[\"2030-01-01T03:00:00Z\"]}");

    CliRun run =
        api.run(
            "schedules",
            "create",
            "nightly",
            "report",
            "--cron",
            "0 3 * * *",
            "--zone",
            "Europe/Berlin",
            "--queue",
            "reports",
            "--overlap",
            "cancel-previous");

    assertThat(run.out()).contains("nextRuns  2030-01-01T03:00:00Z");
    assertThat(api.asked())
        .containsExactly(
            "POST /schedules {\"id\":\"nightly\",\"cron\":\"0 3 * * *\",\"zone\":\"Europe/Berlin\","
                + "\"overlap\":\"cancel_previous\",\"job\":{\"type\":\"report\",\"queue\":\"reports\"}}");
    assertThat(api.run("schedules", "create", "x", "y").err()).contains("give --cron or --at");
  }

  @Test
  void a_tenants_schedules_are_listed_shown_created_and_changed() {
    String one = "200 {\"id\":\"nightly\",\"tenant\":\"acme\"}";
    api.on(
            "GET /schedules?tenant=acme",
            "200 {\"items\":[{\"id\":\"nightly\",\"tenant\":\"acme\"}],\"next\":null}")
        .on("GET /schedules/nightly?tenant=acme", one)
        .on("POST /schedules", "201 {\"id\":\"nightly\"}")
        .on("POST /schedules/nightly/pause?tenant=acme", one)
        .on("POST /schedules/nightly/resume?tenant=acme", one)
        .on("POST /schedules/nightly/trigger?tenant=acme", "201 {\"id\":\"j1\"}")
        .on("DELETE /schedules/nightly?tenant=acme", "204 ");

    assertThat(api.run("schedules", "--tenant", "acme").out()).contains("nightly | acme");
    assertThat(api.run("schedules", "list", "--tenant", "acme").out()).contains("nightly | acme");
    for (String command : List.of("show", "pause", "resume", "trigger", "delete")) {
      CliRun run = api.run("schedules", command, "nightly", "--tenant", "acme");
      assertThat(run.exitCode()).as(command + run.err()).isZero();
    }
    api.run("schedules", "create", "a", "b", "--cron", "* * * * *", "--tenant", "acme");
    assertThat(api.asked()).last().asString().contains("{\"id\":\"a\",\"tenant\":\"acme\"");
  }

  @Test
  void dead_letters_of_a_tenant_can_be_grouped_and_redriven() {
    api.on("GET /failure-groups?tenant=acme&limit=20", "200 {\"items\":[],\"next\":null}")
        .on("GET /failure-groups?limit=20&tenant=acme", "200 {\"items\":[],\"next\":null}")
        .on("POST /redrives/preview", "200 {\"matched\":7}");

    assertThat(api.run("dlq", "groups", "--tenant", "acme").exitCode()).isZero();
    assertThat(api.run("dlq", "redrive", "--all", "--tenant", "acme", "--dry-run").exitCode())
        .isZero();
    assertThat(api.asked()).contains("POST /redrives/preview {\"filter\":{\"tenant\":\"acme\"}}");
    assertThat(api.run("dlq", "redrive", "j1", "--tenant", "acme").err()).contains("--tenant");
  }

  @Test
  void stats_show_totals_and_queues() {
    api.on(
        "GET /stats",
        "200 {\"jobs\":{\"QUEUED\":0,\"FAILED\":1,\"DEAD\":1200},\"queues\":{\"mail\":{\"waiting\":0,"
            + "\"due\":0,\"running\":0,\"dead\":1200,\"oldestDueAt\":null}},\"totalRetries\":4,"
            + "\"successfulRetries\":3,\"failedRetries\":1,\"retrySuccessRate\":75.0,\"workers\":0}");

    assertThat(api.run("stats").out().lines())
        .containsExactly(
            "jobs     1 FAILED, 1,200 DEAD",
            "retries  4: 3 succeeded, 1 failed again (75 % succeeded)",
            "workers  none: no jobs are run",
            "",
            " queue | waiting | due | running | dead",
            "-------+---------+-----+---------+------",
            " mail  |       0 |   0 |       0 | 1200");
  }

  @Test
  void a_response_that_is_not_json_is_reported() {
    api.on("GET /stats", "200 <html>", "500 <html>");

    assertThat(api.run("stats").err()).contains("is this a TaskForge server?");
    assertThat(api.run("stats").exitCode()).isEqualTo(1);
  }
}

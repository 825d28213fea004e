package io.taskforge.server.api;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Schedules: created, changed, paused and triggered. */
interface ScheduleApiContract extends ServerUnderTest {
  String SCHEDULES = "/api/v1/schedules";
  String NIGHTLY =
      """
      {"id": "nightly", "name": "Nightly report", "cron": "0 3 * * *", "zone": "Europe/Berlin",
       "job": {"queue": "reports", "type": "report", "payload": {"kind": "daily"}, "priority": 5,
               "retryPolicy": "patient", "timeout": "5m"},
       "misfire": "skip", "overlap": "queue"}
      """;

  @Test
  default void a_schedule_is_created_and_shows_its_next_runs() {
    Answer made = server().post(SCHEDULES, NIGHTLY).is(201);

    assertThat(made.header("Location")).isEqualTo(SCHEDULES + "/nightly");
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    Answer found = server().get(SCHEDULES + "/nightly").is(200);
    assertThat(found.json()).isEqualTo(made.json());
    assertThat(found.at("/nextRuns"))
        .isEqualTo(
            "[\"2030-01-01T02:00:00Z\",\"2030-01-02T02:00:00Z\",\"2030-01-03T02:00:00Z\","
                + "\"2030-01-04T02:00:00Z\",\"2030-01-05T02:00:00Z\"]");
    assertThat(found.at("/zone")).isEqualTo("Europe/Berlin");
    assertThat(found.at("/job/retryPolicy")).isEqualTo("patient");
    assertThat(found.at("/job/timeout")).isEqualTo("5m");
    assertThat(found.at("/misfire")).isEqualTo("SKIP");
    assertThat(found.at("/overlap")).isEqualTo("QUEUE");
    assertThat(found.at("/lastSkip")).isEqualTo("null");
    assertThat(found.at("/version")).isEqualTo("1");
  }

  @Test
  default void jobs_of_a_schedule_have_its_tags() {
    String plan =
        "{\"cron\": \"* * * * *\", \"job\": {\"type\": \"x\", \"tags\": [\"vip\", \"b\"]}}";
    assertThat(server().put(SCHEDULES + "/tagged", plan).is(201).at("/job/tags"))
        .isEqualTo("[\"b\",\"vip\"]");
    server().advance(ofMinutes(1));

    assertThat(server().get("/api/v1/jobs?tag=vip").at("/items/0/schedule")).isEqualTo("tagged");
  }

  @Test
  default void a_change_of_a_schedule_requires_the_current_version() {
    String plan = "{\"cron\": \"*/10 * * * * *\", \"job\": {\"type\": \"x\"}}";
    server().put(SCHEDULES + "/mine", plan, "If-Match", "\"1\"").is(412);
    server().put(SCHEDULES + "/mine", plan, "If-Match", "*").is(412);
    Answer made = server().put(SCHEDULES + "/mine", plan).is(201);
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    assertThat(server().put(SCHEDULES + "/mine", plan).is(200).at("/version")).isEqualTo("1");

    String other = plan.replace("*/10", "*/20");
    server().put(SCHEDULES + "/mine", other, "If-Match", "\"7\"").is(412);
    server().put(SCHEDULES + "/mine", other, "If-None-Match", "*").is(412);
    Answer changed = server().put(SCHEDULES + "/mine", other, "If-Match", "\"1\"").is(200);
    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.at("/nextRunAt")).isEqualTo("2030-01-01T00:00:20Z");

    server().delete(SCHEDULES + "/mine", "If-Match", "\"1\"").is(412);
    server().delete(SCHEDULES + "/mine", "If-Match", "\"2\"").is(204);
    server().delete(SCHEDULES + "/mine").is(404);
  }

  @Test
  default void a_schedule_runs_at_the_right_times_after_the_clock_was_ahead() {
    server()
        .put(
            SCHEDULES + "/mine",
            "{\"cron\": \"* * * * *\", \"overlap\": \"queue\", \"job\": {\"type\": \"x\"}}")
        .is(201);
    server().advance(ofDays(30));
    server().advance(ofDays(-30));
    Answer repaired = server().get(SCHEDULES + "/mine").is(200);
    for (int minute = 0; minute < 3; minute++) {
      server().advance(ofMinutes(1));
    }

    assertThat(repaired.at("/nextRunAt")).isEqualTo("2030-01-01T00:01:00Z");
    assertThat(server().get("/api/v1/jobs").is(200).json().at("/items").findValuesAsString("runAt"))
        .containsExactlyInAnyOrder(
            "2030-01-01T00:01:00Z", "2030-01-01T00:02:00Z", "2030-01-01T00:03:00Z");
  }

  @Test
  default void a_run_does_not_change_the_version_of_a_schedule() {
    String plan =
        "{\"cron\": \"*/10 * * * * *\", \"overlap\": \"queue\", \"job\": {\"type\": \"x\"}}";
    Answer made = server().put(SCHEDULES + "/mine", plan).is(201);
    String seen = made.header("ETag");
    for (int run = 0; run < 5; run++) {
      server().advance(ofSeconds(10));
    }
    Answer ran = server().get(SCHEDULES + "/mine").is(200);
    assertThat(ran.at("/lastRunAt")).isEqualTo("2030-01-01T00:00:50Z");
    assertThat(ran.header("ETag")).isEqualTo(seen);
    assertThat(ran.at("/version")).isEqualTo(made.at("/version"));
    assertThat(ran.at("/changedAt")).isEqualTo(made.at("/changedAt"));

    String other = plan.replace("queue", "skip");
    Answer changed = server().put(SCHEDULES + "/mine", other, "If-Match", seen).is(200);
    assertThat(changed.header("ETag")).isNotEqualTo(seen);
    assertThat(changed.at("/changedAt")).isEqualTo("2030-01-01T00:00:50Z");
    for (String kept : new String[] {"/lastRunAt", "/lastJobId", "/nextRunAt", "/createdAt"}) {
      assertThat(changed.at(kept)).isEqualTo(ran.at(kept));
    }
    server().put(SCHEDULES + "/mine", plan, "If-Match", seen).is(412);

    server().advance(ofSeconds(10));
    Answer skipped = server().get(SCHEDULES + "/mine").is(200);
    assertThat(skipped.at("/lastSkip/at")).isEqualTo("2030-01-01T00:01:00Z");
    assertThat(skipped.header("ETag")).isEqualTo(changed.header("ETag"));
    Answer paused = server().post(SCHEDULES + "/mine/pause").is(200);
    assertThat(paused.header("ETag")).isNotEqualTo(changed.header("ETag"));
    assertThat(paused.at("/changedAt")).isEqualTo("2030-01-01T00:01:00Z");
    server().delete(SCHEDULES + "/mine", "If-Match", changed.header("ETag")).is(412);
    server().delete(SCHEDULES + "/mine", "If-Match", paused.header("ETag")).is(204);
  }

  @Test
  default void schedules_of_tenants_are_separate() {
    server().post(SCHEDULES, NIGHTLY.replace("{\"id\"", "{\"tenant\": \"acme\", \"id\"")).is(201);

    server().get(SCHEDULES + "/nightly").is(404);
    server().get(SCHEDULES + "/nightly?tenant=acme").is(200);
    Answer job = server().post(SCHEDULES + "/nightly/trigger?tenant=acme").is(201);
    assertThat(job.at("/tenant")).isEqualTo("acme");
    assertThat(server().get(SCHEDULES + "?tenant=globex").at("/items")).isEqualTo("[]");
    assertThat(server().get(SCHEDULES + "?tenant=acme").at("/items/0/id")).isEqualTo("nightly");
    assertThat(server().get(SCHEDULES).at("/items/0/id")).isEqualTo("nightly");
  }

  @Test
  default void a_trigger_returns_its_job_and_does_not_change_the_schedule() {
    Answer made = server().post(SCHEDULES, NIGHTLY).is(201);

    Answer job = server().post(SCHEDULES + "/nightly/trigger").is(201);

    assertThat(job.header("Location")).isEqualTo("/api/v1/jobs/" + job.at("/id"));
    assertThat(job.at("/payload/kind")).isEqualTo("daily");
    assertThat(job.at("/queue")).isEqualTo("reports");
    assertThat(server().get(SCHEDULES + "/nightly").json()).isEqualTo(made.json());
  }

  @Test
  default void a_paused_schedule_skips_occurrences_until_it_is_resumed() {
    server()
        .put(SCHEDULES + "/mine", "{\"cron\": \"* * * * *\", \"job\": {\"type\": \"x\"}}")
        .is(201);
    Answer paused = server().post(SCHEDULES + "/mine/pause").is(200);
    assertThat(paused.at("/nextRuns")).isEqualTo("[]");
    assertThat(paused.at("/nextRunAt")).isEqualTo("null");
    server().advance(ofMinutes(10));
    assertThat(server().get("/api/v1/jobs").at("/items")).isEqualTo("[]");

    Answer resumed = server().post(SCHEDULES + "/mine/resume").is(200);
    assertThat(resumed.at("/nextRunAt")).isEqualTo("2030-01-01T00:11:00Z");
    server().advance(ofMinutes(1));

    Answer ran = server().get(SCHEDULES + "/mine").is(200);
    assertThat(ran.at("/lastRunAt")).isEqualTo("2030-01-01T00:11:00Z");
    assertThat(server().get("/api/v1/jobs").at("/items/0/id")).isEqualTo(ran.at("/lastJobId"));
    assertThat(server().get("/api/v1/jobs").at("/items/0/idempotencyKey"))
        .isEqualTo("schedule:mine:2030-01-01T00:11:00Z");

    server().advance(ofSeconds(60));
    assertThat(server().get(SCHEDULES + "/mine").at("/lastSkip/explanation"))
        .isEqualTo(
            "the occurrence at 2030-01-01T00:12:00Z skipped: the previous job is not finished");
  }

  @Test
  default void schedules_are_paginated() {
    for (String id : new String[] {"c", "a", "b"}) {
      server()
          .put(SCHEDULES + "/" + id, "{\"cron\": \"@daily\", \"job\": {\"type\": \"x\"}}")
          .is(201);
    }

    Answer first = server().get(SCHEDULES + "?limit=2").is(200);
    Answer second = server().get(SCHEDULES + "?limit=2&cursor=" + first.at("/next")).is(200);

    assertThat(first.at("/items/1/id")).isEqualTo("b");
    assertThat(second.at("/items/0/id")).isEqualTo("c");
    assertThat(second.at("/next")).isEqualTo("null");
  }

  @Test
  default void max_retries_overrides_the_policy() {
    Answer made =
        server()
            .put(
                SCHEDULES + "/mine",
                """
                {"at": "2030-01-01T00:00:05.5Z",
                 "job": {"type": "x", "retryPolicy": "scheduler", "maxRetries": 9}}
                """)
            .is(201);

    assertThat(made.at("/job/retryPolicy/overrides/maxRetries")).isEqualTo("9");
    assertThat(made.at("/oneOff")).isEqualTo("true");
    server().advance(ofSeconds(6));
    server().get(SCHEDULES + "/mine").is(404);
    assertThat(server().get("/api/v1/jobs").at("/items/0/runAt"))
        .isEqualTo("2030-01-01T00:00:05.500Z");
  }
}

package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Redrives of many dead letters: counted, started, watched and stopped. */
interface RedriveApiContract extends ServerUnderTest {
  String REDRIVES = "/api/v1/redrives";
  String PREVIEW = REDRIVES + "/preview";
  String UNKNOWN_JOB = "00000000-0000-7000-8000-000000000000";

  private List<String> buried(int count) {
    putQueueWithDeadLetters("mail", "morgue");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(enqueue("mail"));
      fail("mail", "smtp", "no such mailbox");
    }
    return ids;
  }

  @Test
  default void all_matching_dead_letters_are_redriven() {
    List<String> jobs = buried(3);

    Answer made = server().post(REDRIVES, "{\"filter\": {\"source\": \"mail\"}}").is(202);
    assertThat(made.at("/state")).isEqualTo("RUNNING");
    assertThat(made.at("/matched")).isEqualTo("3");
    assertThat(made.header("Location")).isEqualTo(REDRIVES + "/" + made.at("/id"));
    server().advance(Duration.ofSeconds(1)).advance(Duration.ofSeconds(1));

    Answer done = server().get(REDRIVES + "/" + made.at("/id")).is(200);
    assertThat(done.at("/state")).isEqualTo("DONE");
    assertThat(done.at("/moved")).isEqualTo("3");
    assertThat(
            server().get("/api/v1/jobs/" + jobs.get(0)).is(200).at("/deadLetterStays/0/end_reason"))
        .isEqualTo("redrive " + made.at("/id"));
    assertThat(done.at("/filter/source")).isEqualTo("mail");
    assertThat(server().get(REDRIVES).is(200).at("/items/0/id")).isEqualTo(made.at("/id"));
    assertThat(server().get("/api/v1/jobs?state=QUEUED&queue=mail").json().at("/items").size())
        .isEqualTo(3);
    assertThat(server().delete(REDRIVES + "/" + made.at("/id")).is(409).at("/state"))
        .isEqualTo("DONE");
  }

  @Test
  default void failed_jobs_are_retried_in_bulk() {
    buried(1);
    String failed = enqueue("sms");
    fail("sms", "ValidationError", "no such number");
    String request = "{\"filter\": {\"queue\": \"sms\"}, \"jobState\": \"failed\"}";

    assertThat(server().post(PREVIEW, request).is(200).at("/matched")).isEqualTo("1");
    Answer made = server().post(REDRIVES, request).is(202);
    server().advance(Duration.ofSeconds(1)).advance(Duration.ofSeconds(1));

    assertThat(made.at("/jobState")).isEqualTo("FAILED");
    assertThat(server().get(REDRIVES + "/" + made.at("/id")).at("/moved")).isEqualTo("1");
    assertThat(server().get("/api/v1/jobs/" + failed).at("/state")).isEqualTo("QUEUED");
    assertThat(
            server().post(REDRIVES, "{\"filter\": {}, \"jobState\": \"RUNNING\"}").is(400).text())
        .contains("must be one of DEAD, FAILED, CANCELLED");
  }

  @Test
  default void a_preview_only_counts() {
    List<String> ids = buried(2);

    Answer all = server().post(PREVIEW, "{\"filter\": {}}").is(200);
    assertThat(all.text()).isEqualTo("{\"matched\":2}");
    assertThat(
            server()
                .post(PREVIEW, "{\"ids\": [\"%s\"]}".formatted(ids.get(0)))
                .is(200)
                .at("/matched"))
        .isEqualTo("1");
    assertThat(server().get(REDRIVES).is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  default void a_repeated_idempotency_key_returns_the_same_redrive_which_can_be_stopped() {
    buried(5);
    String body = "{\"filter\": {}, \"ratePerSecond\": 0.5, \"stopIfFailureRatio\": 0.1}";
    String id = server().post(REDRIVES, body, "Idempotency-Key", "tonight/1").is(202).at("/id");
    assertThat(server().post(REDRIVES, body, "Idempotency-Key", "tonight/1").is(202).at("/id"))
        .isEqualTo(id);
    server().advance(Duration.ofMillis(10));

    Answer stopped = server().delete(REDRIVES + "/" + id).is(200);
    assertThat(stopped.at("/state")).isEqualTo("STOPPED");
    assertThat(stopped.at("/reason")).isEqualTo("stopped by request");
    assertThat(stopped.at("/moved")).isEqualTo("1");
    assertThat(stopped.at("/canary/watched")).isEqualTo("1");
    server().advance(Duration.ofMinutes(1));
    assertThat(server().get(REDRIVES + "/" + id).at("/moved")).isEqualTo("1");
  }

  @Test
  default void redrives_are_paginated() {
    for (int i = 0; i < 3; i++) {
      server().post(REDRIVES, "{\"filter\": {}}").is(202);
    }
    Answer first = server().get(REDRIVES + "?limit=2").is(200);
    Answer second = server().get(REDRIVES + "?limit=2&cursor=" + first.at("/next")).is(200);
    assertThat(first.json().at("/items").size()).isEqualTo(2);
    assertThat(second.json().at("/items").size()).isEqualTo(1);
    assertThat(second.at("/next")).isEqualTo("null");
  }

  @Test
  default void a_failure_group_is_redriven_to_another_queue_and_skipped_jobs_are_counted() {
    List<String> ids = buried(3);
    String group = server().get("/api/v1/failure-groups").is(200).at("/items/0/fingerprint");
    String one = "{\"ids\": [\"%s\", \"%s\"]}";
    String id = server().post(REDRIVES, one.formatted(ids.get(0), UNKNOWN_JOB)).is(202).at("/id");
    server().advance(Duration.ofSeconds(1)).advance(Duration.ofSeconds(1));

    Answer listed = server().get(REDRIVES + "/" + id).is(200);
    assertThat(listed.at("/state")).isEqualTo("DONE");
    assertThat(listed.at("/matched") + listed.at("/moved") + listed.at("/skipped"))
        .isEqualTo("111");

    String rest = "{\"failureGroup\": \"%s\", \"targetQueue\": \"spare\"}".formatted(group);
    String second = server().post(REDRIVES, rest).is(202).at("/id");
    server().advance(Duration.ofSeconds(1)).advance(Duration.ofSeconds(1));

    assertThat(server().get(REDRIVES + "/" + second).at("/moved")).isEqualTo("2");
    assertThat(
            server().get("/api/v1/jobs?queue=spare").json().at("/items").findValuesAsString("id"))
        .containsExactly(ids.get(2), ids.get(1));
    assertThat(server().get("/api/v1/jobs/" + ids.get(0)).at("/queue")).isEqualTo("mail");
  }
}

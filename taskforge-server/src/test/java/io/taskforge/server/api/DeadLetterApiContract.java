package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dead letters: listed, redriven one by one, deleted. */
interface DeadLetterApiContract extends ServerUnderTest {
  String DEAD_LETTERS = "/api/v1/dead-letters";

  private void putQueuesThatBury() {
    putQueueWithDeadLetters("mail", "dead");
    putQueueWithDeadLetters("sms", "dead");
  }

  private String letter(String queue, String errorType, String more) {
    String id = enqueue(queue, more);
    fail(queue, errorType, "it went wrong");
    server().clock().advance(Duration.ofSeconds(1));
    return id;
  }

  private List<String> listed(String query) {
    return server().get(DEAD_LETTERS + query).is(200).json().at("/items").findValuesAsString("id");
  }

  @Test
  default void a_dead_letter_shows_its_reason_and_source() {
    putQueuesThatBury();
    String id = letter("mail", "timeout", ", \"payload\": {\"to\": \"ann\"}");

    Answer letter = server().get(DEAD_LETTERS + "/" + id).is(200);

    assertThat(letter.at("/state")).isEqualTo("DEAD");
    assertThat(letter.at("/queue")).isEqualTo("dead");
    assertThat(letter.at("/payload")).isEqualTo("{\"to\":\"ann\"}");
    assertThat(letter.at("/deadLetter/moved_from_queue")).isEqualTo("mail");
    assertThat(letter.at("/deadLetter/moved_at")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(letter.at("/deadLetter/dlq_reason")).isNotEmpty();
  }

  @Test
  default void a_failure_that_is_not_retryable_is_a_dead_letter_only_if_the_queue_says_so() {
    putQueuesThatBury();
    String failed = letter("mail", "ValidationError", "");
    server()
        .put("/api/v1/queues/mail", "{\"deadLetterQueue\": \"dead\", \"deadLetterOn\": \"all\"}")
        .is(200);
    server().clock().advance(Duration.ofMinutes(1));
    String dead = letter("mail", "ValidationError", "");

    assertThat(server().get("/api/v1/jobs/" + failed).at("/state")).isEqualTo("FAILED");
    assertThat(server().get("/api/v1/jobs/" + dead).at("/state")).isEqualTo("DEAD");
  }

  @Test
  default void a_job_is_dead_lettered_by_hand() {
    putQueuesThatBury();
    String id = enqueue("mail");

    Answer dead =
        server().post("/api/v1/jobs/" + id + "/dead-letter", "{\"reason\": \"odd\"}").is(200);

    assertThat(dead.at("/state")).isEqualTo("DEAD");
    assertThat(dead.at("/queue")).isEqualTo("dead");
    assertThat(dead.at("/deadLetter/dlq_reason")).isEqualTo("odd");
    assertThat(dead.at("/deadLetter/moved_from_queue")).isEqualTo("mail");
    assertThat(server().get("/api/v1/jobs/" + id + "/history").at("/items/0/explanation"))
        .isEqualTo("odd");
    assertThat(server().post("/api/v1/jobs/" + id + "/dead-letter").is(409).at("/detail"))
        .startsWith("job " + id + " is DEAD and cannot be dead-lettered");
    assertThat(server().get("/api/v1/audit?action=job.dead-letter").at("/items/0/detail/reason"))
        .isEqualTo("odd");
  }

  @Test
  default void a_job_without_a_dead_letter_queue_is_not_dead_lettered() {
    String id = enqueue("mail");

    Answer refused = server().post("/api/v1/jobs/" + id + "/dead-letter").is(409);

    assertThat(refused.at("/detail"))
        .isEqualTo(
            "queue mail of job %s has no dead letter queue; PUT /api/v1/queues/mail sets one"
                .formatted(id));
    assertThat(refused.at("/state")).isEqualTo("QUEUED");
    claim("mail");
    assertThat(server().post("/api/v1/jobs/" + id + "/dead-letter").is(409).at("/detail"))
        .isEqualTo("job " + id + " is RUNNING and cannot be dead-lettered");
  }

  @Test
  default void the_list_has_only_dead_letters_and_can_be_filtered() {
    putQueuesThatBury();
    String first = letter("mail", "timeout", "");
    String second = letter("sms", "timeout", ", \"tenant\": \"ann\"");
    String third = letter("mail", "connection_error", "");
    enqueue("mail");

    assertThat(listed("")).containsExactly(third, second, first);
    assertThat(listed("?queue=dead")).containsExactly(third, second, first);
    assertThat(listed("?queue=mail")).isEmpty();
    assertThat(listed("?source=mail")).containsExactly(third, first);
    assertThat(listed("?errorType=timeout")).containsExactly(second, first);
    assertThat(listed("?tenant=ann")).containsExactly(second);
    assertThat(listed("?type=work&source=sms")).containsExactly(second);
    assertThat(listed("?finishedFrom=2030-01-01T00:00:02Z")).containsExactly(third);
    assertThat(listed("?createdBefore=2030-01-01T00:00:01Z")).containsExactly(first);
  }

  @Test
  default void dead_letters_are_paginated_by_cursor_and_by_offset() {
    putQueuesThatBury();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(0, letter("mail", "timeout", ""));
    }

    Answer page = server().get(DEAD_LETTERS + "?limit=2").is(200);

    assertThat(page.json().at("/items").findValuesAsString("id")).isEqualTo(ids.subList(0, 2));
    assertThat(listed("?limit=2&cursor=" + page.at("/next"))).isEqualTo(ids.subList(2, 4));
    assertThat(listed("?limit=2&offset=3")).isEqualTo(ids.subList(3, 5));
    assertThat(server().get(DEAD_LETTERS + "?offset=3").at("/next")).isEqualTo("null");
  }

  @Test
  default void a_redriven_dead_letter_returns_to_its_queue_with_its_history() {
    putQueuesThatBury();
    String id = letter("mail", "timeout", "");

    Answer back = server().post(DEAD_LETTERS + "/" + id + "/redrive").is(200);

    assertThat(back.at("/state")).isEqualTo("QUEUED");
    assertThat(back.at("/queue")).isEqualTo("mail");
    assertThat(back.at("/failures")).isEqualTo("0");
    assertThat(back.at("/deadLetter")).isEqualTo("null");
    server().get(DEAD_LETTERS + "/" + id).is(404);
    assertThat(server().get("/api/v1/jobs/" + id + "/history").json().at("/items").size())
        .isEqualTo(1);
    complete("mail");
    assertThat(server().get("/api/v1/jobs/" + id).at("/state")).isEqualTo("SUCCEEDED");
  }

  @Test
  default void a_dead_letter_is_redriven_to_another_queue() {
    putQueuesThatBury();
    String id = letter("mail", "timeout", "");

    server().post(DEAD_LETTERS + "/" + id + "/redrive", "{\"targetQueue\": \"a b\"}").is(400);
    server().post(DEAD_LETTERS + "/" + id + "/redrive", "{\"target\": \"sms\"}").is(400);
    Answer back =
        server().post(DEAD_LETTERS + "/" + id + "/redrive", "{\"targetQueue\": \"other\"}").is(200);

    assertThat(back.at("/queue")).isEqualTo("other");
  }

  @Test
  default void an_at_most_once_dead_letter_is_not_redriven() {
    putQueuesThatBury();
    String id = letter("mail", "timeout", ", \"guarantee\": \"AT_MOST_ONCE\"");

    Answer refused = server().post(DEAD_LETTERS + "/" + id + "/redrive").is(409);

    assertThat(refused.at("/state")).isEqualTo("DEAD");
    assertThat(refused.at("/detail")).contains("AT_MOST_ONCE");
    server().get(DEAD_LETTERS + "/" + id).is(200);
  }

  @Test
  default void a_discarded_dead_letter_is_kept_as_a_cancelled_job() {
    putQueuesThatBury();
    String id = letter("mail", "timeout", "");

    server().delete(DEAD_LETTERS + "/" + id + "?reason=wrong%20address").is(204);

    server().get(DEAD_LETTERS + "/" + id).is(404);
    server().delete(DEAD_LETTERS + "/" + id).is(404);
    assertThat(listed("")).isEmpty();
    assertThat(server().get("/api/v1/jobs/" + id).is(200).at("/state")).isEqualTo("CANCELLED");
    assertThat(server().get("/api/v1/jobs/" + id + "/history").at("/items/1/explanation"))
        .isEqualTo("wrong address");
  }

  @Test
  default void a_job_shows_its_earlier_stays_in_dead_letter_queues() {
    putQueuesThatBury();
    String id = letter("mail", "timeout", "");
    server().post(DEAD_LETTERS + "/" + id + "/redrive", "{\"reason\": \"mended\"}").is(200);
    fail("mail", "timeout", "it went wrong");
    server().delete(DEAD_LETTERS + "/" + id + "?reason=spam").is(204);

    Answer job = server().get("/api/v1/jobs/" + id).is(200);

    assertThat(job.at("/deadLetterStays/0/ended_how")).isEqualTo("DELETED");
    assertThat(job.at("/deadLetterStays/0/end_reason")).isEqualTo("spam");
    assertThat(job.at("/deadLetterStays/1/dlq_reason")).isNotEmpty();
    assertThat(job.at("/deadLetterStays/1/moved_from_queue")).isEqualTo("mail");
    assertThat(job.at("/deadLetterStays/1/dead_letter_queue")).isEqualTo("dead");
    assertThat(job.at("/deadLetterStays/1/moved_at")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(job.at("/deadLetterStays/1/ended_at")).isEqualTo("2030-01-01T00:00:01Z");
    assertThat(job.at("/deadLetterStays/1/ended_how")).isEqualTo("REDRIVEN");
    assertThat(job.at("/deadLetterStays/1/ended_by")).isEqualTo("local");
    assertThat(job.at("/deadLetterStays/1/end_reason")).isEqualTo("mended");
  }
}

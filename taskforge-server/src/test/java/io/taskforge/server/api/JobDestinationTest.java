package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobDestinationTest extends RoutesTest {
  private Answer enqueued(String json) {
    return server
        .get("/api/v1/jobs/" + server.post("/api/v1/jobs", json).is(201).at("/id"))
        .is(200);
  }

  @Test
  void a_job_calls_the_destination_of_its_queue_unless_its_key_names_one() {
    server.put("/api/v1/queues/mail", "{\"destination\": \"smtp:25\"}").is(201);

    assertThat(enqueued("{\"type\": \"send\", \"queue\": \"mail\"}").at("/destination"))
        .isEqualTo("smtp:25");
    Answer named =
        enqueued("{\"type\": \"send\", \"queue\": \"mail\", \"key\": \"destination:api:443\"}");
    assertThat(named.at("/destination")).isEqualTo("api:443");
    assertThat(enqueued("{\"type\": \"send\"}").json().path("destination").isNull()).isTrue();
  }

  @Test
  void the_key_of_an_at_most_once_job_is_the_one_that_it_was_given() {
    Answer job =
        enqueued(
            "{\"type\": \"http\", \"guarantee\": \"AT_MOST_ONCE\", \"payload\": {\"url\":"
                + " \"http://127.0.0.1:9/\"}}");

    assertThat(job.at("/key")).isEqualTo("127.0.0.1:9");
    assertThat(job.at("/destination")).isEqualTo("127.0.0.1:9");
    assertThat(enqueued("{\"type\": \"t\", \"guarantee\": \"AT_MOST_ONCE\"}").at("/key")).isEmpty();
  }

  @Test
  void a_dead_letter_called_the_destination_of_the_queue_that_it_came_from() {
    server
        .put("/api/v1/queues/mail", "{\"destination\": \"smtp\", \"deadLetterQueue\": \"dead\"}")
        .is(201);
    String id = enqueued("{\"type\": \"send\", \"queue\": \"mail\"}").at("/id");
    server.post("/api/v1/jobs/" + id + "/dead-letter", "{\"reason\": \"spam\"}").is(200);

    Answer dead = server.get("/api/v1/jobs/" + id).is(200);
    assertThat(dead.at("/queue")).isEqualTo("dead");
    assertThat(dead.at("/destination")).isEqualTo("smtp");
  }

  @Test
  void a_destination_shows_since_when_it_is_held() {
    server.post("/api/v1/destinations/smtp/hold", "{\"reason\": \"upgrade\"}").is(200);
    Answer held = server.get("/api/v1/destinations/smtp").is(200);

    assertThat(held.at("/closures/0/from")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(held.json().at("/closures/0/until").isNull()).isTrue();
  }

  @Test
  void a_schedule_keeps_the_key_of_its_jobs() {
    String schedule =
        "{\"cron\": \"@daily\", \"job\": {\"type\": \"send\", \"key\": \"customer-7\"}}";
    server.put("/api/v1/schedules/nightly", schedule).is(201);

    assertThat(server.get("/api/v1/schedules/nightly").is(200).at("/job/key"))
        .isEqualTo("customer-7");
    String job = server.post("/api/v1/schedules/nightly/trigger", "").is(201).at("/id");
    assertThat(server.get("/api/v1/jobs/" + job).is(200).at("/key")).isEqualTo("customer-7");
  }
}

package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes of many jobs, copies of jobs, and counts. */
class JobBulkRoutesTest extends RoutesTest {
  private static final String BULK = "/api/v1/jobs/bulk";

  private String state(String id) {
    return server.get("/api/v1/jobs/" + id).is(200).at("/state");
  }

  @Test
  void all_matching_jobs_are_changed_page_by_page() {
    List<String> batch = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      batch.add("{\"type\": \"work\", \"queue\": \"mail\"}");
    }
    server
        .post("/api/v1/jobs/batch", "{\"jobs\": [%s]}".formatted(String.join(",", batch)))
        .is(201);
    String other = enqueue("other");
    String filter = "\"filter\": {\"queue\": \"mail\"}";

    assertThat(server.post("/api/v1/jobs/count", "{" + filter + "}").is(200).at("/matched"))
        .isEqualTo("250");
    Answer first = server.post(BULK, "{\"action\": \"CANCEL\", " + filter + "}").is(200);
    assertThat(first.at("/changed")).isEqualTo("200");
    Answer second =
        server
            .post(
                BULK,
                "{\"action\": \"CANCEL\", \"cursor\": \"%s\", %s}"
                    .formatted(first.at("/next"), filter))
            .is(200);
    assertThat(second.at("/changed")).isEqualTo("50");
    assertThat(second.json().path("next").isNull()).isTrue();
    assertThat(state(other)).isEqualTo("QUEUED");
    Answer counts = server.get("/api/v1/stats/jobs?queue=mail").is(200);
    assertThat(counts.at("/jobs/CANCELLED")).isEqualTo("250");
    assertThat(counts.at("/jobs/QUEUED")).isEqualTo("0");
  }

  @Test
  void selected_jobs_are_changed_and_refusals_are_counted_by_reason() {
    String waiting = enqueue("mail");
    String cancelled = enqueue("mail");
    server.post("/api/v1/jobs/" + cancelled + "/cancel", "{}").is(200);

    String ids = "\"ids\": [\"%s\", \"%s\"]".formatted(waiting, cancelled);
    Answer none = server.post(BULK, "{\"action\": \"DEAD_LETTER\", " + ids + "}").is(200);
    assertThat(none.at("/changed")).isEqualTo("0");
    assertThat(none.json().at("/refused/cancelled").asInt()).isEqualTo(1);
    assertThat(none.json().at("/refused/its queue has no dead letter queue").asInt()).isEqualTo(1);

    Answer one = server.post(BULK, "{\"action\": \"CANCEL\", " + ids + "}").is(200);
    assertThat(one.at("/changed")).isEqualTo("1");
    assertThat(one.json().at("/refused/cancelled").asInt()).isEqualTo(1);
    server.post(BULK, "{\"action\": \"RETRY\", " + ids + "}").is(200);
    assertThat(List.of(state(waiting), state(cancelled))).containsOnly("QUEUED");
  }

  @Test
  void matching_dead_letters_are_deleted() {
    server.put("/api/v1/queues/mail", "{\"deadLetterQueue\": \"mail.dead\"}");
    String dead = enqueue("mail");
    server.post("/api/v1/jobs/" + dead + "/dead-letter", "{}").is(200);
    String waiting = enqueue("mail");

    Answer deleted =
        server.post(BULK, "{\"action\": \"CANCEL\", \"filter\": {\"state\": \"DEAD\"}}").is(200);

    assertThat(deleted.at("/changed")).isEqualTo("1");
    assertThat(List.of(state(dead), state(waiting))).containsExactly("CANCELLED", "QUEUED");
  }

  @Test
  void a_tenants_key_changes_its_own_jobs_only() {
    String mine =
        server.post("/api/v1/jobs", "{\"type\": \"work\", \"tenant\": \"acme\"}").is(201).at("/id");
    String other = enqueue("default");
    String admin =
        server
            .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
            .is(201)
            .at("/key");
    String key =
        server
            .post(
                "/api/v1/keys",
                "{\"scope\": \"write\", \"tenant\": \"acme\"}",
                "Authorization",
                "Bearer " + admin)
            .is(201)
            .at("/key");
    String[] acme = {"Authorization", "Bearer " + key};

    Answer all = server.post(BULK, "{\"action\": \"CANCEL\", \"filter\": {}}", acme).is(200);
    assertThat(all.at("/examined")).isEqualTo("1");
    Answer both =
        server
            .post(
                BULK,
                "{\"action\": \"RETRY\", \"ids\": [\"%s\", \"%s\"]}".formatted(mine, other),
                acme)
            .is(200);
    assertThat(both.at("/examined")).isEqualTo("1");
    assertThat(server.get("/api/v1/search?q=" + other, acme).is(200).at("/items")).isEqualTo("[]");
    assertThat(server.get("/api/v1/search?q=" + mine, acme).is(200).at("/items/0/id"))
        .isEqualTo(mine);
  }

  @Test
  void a_selection_needs_ids_or_a_filter() {
    assertThat(server.post(BULK, "{\"action\": \"CANCEL\"}").is(400).text())
        .contains("filter or ids is required, not both");
  }

  @Test
  void a_copy_has_the_new_payload_and_names_its_original() {
    String id =
        server
            .post(
                "/api/v1/jobs",
                "{\"type\": \"work\", \"queue\": \"mail\", \"priority\": 3, \"payload\": {\"a\":"
                    + " 1}}")
            .is(201)
            .at("/id");

    String body = "{\"payload\": {\"a\": 2}, \"once\": \"x\"}";
    Answer copy = server.post("/api/v1/jobs/" + id + "/copy", body).is(201);
    assertThat(copy.at("/copyOf")).isEqualTo(id);
    assertThat(copy.at("/payload/a")).isEqualTo("2");
    assertThat(copy.at("/queue")).isEqualTo("mail");
    assertThat(copy.at("/priority")).isEqualTo("3");
    assertThat(server.post("/api/v1/jobs/" + id + "/copy", body).is(200).at("/id"))
        .as("a repeated request")
        .isEqualTo(copy.at("/id"));
    Answer same = server.post("/api/v1/jobs/" + id + "/copy", "{\"once\": \"y\"}").is(201);
    assertThat(same.at("/payload/a")).isEqualTo("1");
  }

  @Test
  void a_copy_of_an_http_job_keeps_its_secret_headers_or_needs_them_again() {
    String id =
        server
            .post(
                "/api/v1/jobs",
                "{\"type\": \"http\", \"payload\": {\"url\": \"http://127.0.0.1:9/\", \"headers\":"
                    + " {\"Authorization\": \"Bearer s3cret\"}}}")
            .is(201)
            .at("/id");

    Answer same = server.post("/api/v1/jobs/" + id + "/copy", "{\"once\": \"x\"}").is(201);
    assertThat(same.text()).contains("***").doesNotContain("s3cret");
    server
        .post(
            "/api/v1/jobs/" + id + "/copy",
            "{\"once\": \"y\", \"payload\": {\"url\": \"ftp://127.0.0.1/\"}}")
        .is(400);
  }
}

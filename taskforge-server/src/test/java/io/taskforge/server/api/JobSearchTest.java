package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;

/** Jobs by tag and by what their payload contains. */
class JobSearchTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String enqueue(String json) {
    return server.post("/api/v1/jobs", json).is(201).at("/id");
  }

  private Answer payload(String text, String more) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
    return server.get("/api/v1/jobs?payloadContains=" + encoded + more).is(200);
  }

  private static List<String> ids(Answer page) {
    return page.json().at("/items").findValuesAsString("id");
  }

  @Test
  void payloads_with_repeated_keys_or_deep_nesting_do_not_match_a_path() {
    String found = enqueue("{\"type\": \"a\", \"payload\": {\"id\": 1}}");
    store("{\"id\": 1, \"id\": 1}");
    store("[".repeat(200) + "]".repeat(200));

    assertThat(ids(payload("$.id=1", ""))).containsExactly(found);
  }

  private void store(String json) {
    server
        .store()
        .enqueue(
            List.of(
                new NewJob(
                    new JobIdentity(
                        new JobId(UUID.randomUUID()),
                        QueueName.DEFAULT,
                        new JobTypeName("a"),
                        TenantId.DEFAULT),
                    new Payload(json),
                    JobSettings.DEFAULT,
                    null,
                    Duration.ZERO)));
  }

  @Test
  void jobs_are_found_by_tag() {
    String vip = enqueue("{\"type\": \"mail\", \"tags\": [\"vip\", \"customer:42\"]}");
    enqueue("{\"type\": \"mail\", \"tags\": [\"customer:7\"]}");

    Answer found = server.get("/api/v1/jobs?tag=customer:42").is(200);

    assertThat(ids(found)).containsExactly(vip);
    assertThat(found.at("/items/0/tags")).isEqualTo("[\"customer:42\",\"vip\"]");
    String copy = server.post("/api/v1/jobs/" + vip + "/copy", "{\"once\": \"1\"}").at("/id");
    assertThat(ids(server.get("/api/v1/jobs?tag=vip").is(200))).containsExactly(copy, vip);
  }

  @Test
  void tags_are_limited() {
    String nine = "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]";
    server.post("/api/v1/jobs", "{\"type\": \"mail\", \"tags\": %s}".formatted(nine)).is(400);
    server.post("/api/v1/jobs", "{\"type\": \"mail\", \"tags\": [\"two words\"]}").is(400);
    server.get("/api/v1/jobs?tag=two%20words").is(400);
  }

  @Test
  void jobs_are_found_by_text_and_by_path_in_their_payload() {
    String ann =
        enqueue("{\"type\": \"mail\", \"payload\": {\"to\": \"Ann@Example.com\", \"n\": [7]}}");
    String bob =
        enqueue(
            "{\"type\": \"mail\", \"payload\": {\"to\": \"bob@example.com\", \"id\": {\"x\": 42}}}");

    assertThat(ids(payload("ann@example", ""))).containsExactly(ann);
    assertThat(ids(payload("EXAMPLE.COM", "&type=mail"))).containsExactly(bob, ann);
    assertThat(ids(payload("$.id.x=42", ""))).containsExactly(bob);
    assertThat(ids(payload("$.n.0=7", ""))).containsExactly(ann);
    assertThat(ids(payload("$.to=ann@example.com", ""))).isEmpty();
    assertThat(ids(payload("example", "&queue=other"))).isEmpty();
    server.get("/api/v1/jobs?payloadContains=$.id").is(400);
  }

  @Test
  void a_search_in_payloads_continues_where_a_full_page_ended() {
    for (int i = 0; i < 6; i++) {
      enqueue("{\"type\": \"mail\", \"payload\": \"%s\"}".formatted(i % 2 == 0 ? "even" : "odd"));
    }

    Answer first = payload("even", "&limit=2");
    Answer second = payload("even", "&limit=2&cursor=" + first.at("/next"));

    assertThat(first.json().at("/items").size()).isEqualTo(2);
    assertThat(second.json().at("/items").size()).isEqualTo(1);
    assertThat(second.at("/next")).isEqualTo("null");
    assertThat(second.json().at("/scanned").intValue()).isPositive();
  }

  @Test
  void a_search_in_payloads_reads_a_limited_number_of_jobs_and_says_so() {
    String needle = enqueue("{\"type\": \"mail\", \"payload\": \"needle\"}");
    ArrayNode batch = Json.object().putArray("jobs");
    for (int i = 0; i < 1_000; i++) {
      batch.addObject().put("type", "mail").put("payload", "hay");
    }
    for (int i = 0; i < 10; i++) {
      server.post("/api/v1/jobs/batch", "{\"jobs\": %s}".formatted(batch)).is(201);
    }

    Answer cut = payload("needle", "");
    assertThat(ids(cut)).isEmpty();
    assertThat(cut.json().at("/scanned").intValue()).isEqualTo(10_000);
    assertThat(ids(payload("needle", "&cursor=" + cut.at("/next")))).containsExactly(needle);
  }

  @Test
  void masked_secrets_of_http_jobs_are_not_found() {
    enqueue(
        "{\"type\": \"http\", \"payload\": {\"url\": \"https://example.com/\", \"headers\":"
            + " {\"Authorization\": \"Bearer s3cret\"}}}");

    assertThat(ids(payload("s3cret", ""))).isEmpty();
    assertThat(ids(payload("example.com", ""))).hasSize(1);
  }
}

package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.store.QueueSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedriveRoutesTest {
  private static final String PATH = "/api/v1/redrives";

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    server.store().putQueue(new QueueName("mail"), QueueSettings.of(null, new QueueName("morgue")));
    server.runDue();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Jobs that a remote worker has claimed and failed for good. */
  private List<String> dead(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(server.post("/api/v1/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}").at("/id"));
    }
    Answer claimed =
        server
            .post(
                "/api/v1/claims",
                "{\"queues\": [\"mail\"], \"types\": [\"send\"], \"worker\": \"me\", \"limit\": 9}")
            .is(200);
    claimed
        .json()
        .findValuesAsString("token")
        .forEach(
            token ->
                server
                    .post(
                        "/api/v1/leases/" + token + "/fail",
                        """
                        {"errorType": "smtp", "message": "no such mailbox", "permanent": true}
                        """)
                    .is(200));
    assertThat(server.get("/api/v1/jobs?state=DEAD").json().at("/items").size()).isEqualTo(count);
    return ids;
  }

  @Test
  void all_that_match_are_redriven() {
    dead(3);

    Answer made = server.post(PATH, "{\"filter\": {\"source\": \"mail\"}}").is(202);
    assertThat(made.at("/state")).isEqualTo("RUNNING");
    assertThat(made.at("/matched")).isEqualTo("3");
    assertThat(made.header("Location")).isEqualTo(PATH + "/" + made.at("/id"));
    server.advance(Duration.ofSeconds(1)).advance(Duration.ofSeconds(1));

    Answer done = server.get(PATH + "/" + made.at("/id")).is(200);
    assertThat(done.at("/state")).isEqualTo("DONE");
    assertThat(done.at("/moved")).isEqualTo("3");
    assertThat(done.at("/filter/source")).isEqualTo("mail");
    assertThat(server.get(PATH).is(200).at("/items/0/id")).isEqualTo(made.at("/id"));
    assertThat(server.get("/api/v1/jobs?state=QUEUED").json().at("/items").size()).isEqualTo(3);
    assertThat(server.delete(PATH + "/" + made.at("/id")).is(409).at("/state")).isEqualTo("DONE");
  }

  @Test
  void a_dry_run_answers_the_count_only() {
    List<String> ids = dead(2);

    Answer all = server.post(PATH, "{\"filter\": {}, \"dryRun\": true}").is(200);
    assertThat(all.text()).isEqualTo("{\"matched\":2}");
    assertThat(
            server
                .post(PATH, "{\"ids\": [\"%s\"], \"dryRun\": true}".formatted(ids.get(0)))
                .is(200)
                .at("/matched"))
        .isEqualTo("1");
    assertThat(server.get(PATH).is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  void the_same_key_gives_the_same_redrive_and_it_can_be_stopped() {
    dead(5);
    String body = "{\"filter\": {}, \"ratePerSecond\": 0.5, \"stopIfFailureRatio\": 0.1}";
    String id = server.post(PATH, body, "Idempotency-Key", "tonight/1").is(202).at("/id");
    assertThat(server.post(PATH, body, "Idempotency-Key", "tonight/1").is(202).at("/id"))
        .isEqualTo(id);
    server.advance(Duration.ofMillis(10));

    Answer stopped = server.delete(PATH + "/" + id).is(200);
    assertThat(stopped.at("/state")).isEqualTo("STOPPED");
    assertThat(stopped.at("/reason")).isEqualTo("stopped by request");
    assertThat(stopped.at("/moved")).isEqualTo("1");
    assertThat(stopped.at("/canary/watched")).isEqualTo("1");
    server.advance(Duration.ofMinutes(1));
    assertThat(server.get(PATH + "/" + id).at("/moved")).isEqualTo("1");
  }

  @Test
  void lists_have_pages() {
    for (int i = 0; i < 3; i++) {
      server.post(PATH, "{\"filter\": {}}").is(202);
    }
    Answer first = server.get(PATH + "?limit=2").is(200);
    Answer second = server.get(PATH + "?limit=2&cursor=" + first.at("/next")).is(200);
    assertThat(first.json().at("/items").size()).isEqualTo(2);
    assertThat(second.json().at("/items").size()).isEqualTo(1);
    assertThat(second.at("/next")).isEqualTo("null");
  }

  @Test
  void what_is_wrong_is_refused_and_nothing_is_stored() {
    List<String> bodies =
        List.of(
            "{}",
            "[]",
            "{\"filter\": {}, \"ids\": [\"0190163d-8694-739b-aea5-966c26f8ad91\"]}",
            "{\"filter\": null}",
            "{\"filter\": []}",
            "{\"filter\": {\"colour\": \"red\"}}",
            "{\"filter\": {\"limit\": 5}}",
            "{\"ids\": []}",
            "{\"ids\": [\"x\"]}",
            "{\"ids\": [5]}",
            "{\"failureGroup\": \"nothing\"}",
            "{\"filter\": {}, \"ratePerSecond\": 0}",
            "{\"filter\": {}, \"ratePerSecond\": -1}",
            "{\"filter\": {}, \"ratePerSecond\": \"20\"}",
            "{\"filter\": {}, \"ratePerSecond\": 1e300}",
            "{\"filter\": {}, \"stopIfFailureRatio\": 1.1}",
            "{\"filter\": {}, \"targetQueue\": \"No Queue\"}",
            "{\"filter\": {}, \"dryRun\": \"yes\"}");
    for (String body : bodies) {
      server.post(PATH, body).is(400);
    }
    assertThat(server.get(PATH).is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  void one_that_is_not_there_is_not_found() {
    for (String id : List.of("0190163d-8694-739b-aea5-966c26f8ad91", "nothing")) {
      server.get(PATH + "/" + id).is(404);
      server.delete(PATH + "/" + id).is(404);
    }
    server.post(PATH, "{\"filter\": {}}", "Idempotency-Key", " ").is(400);
  }
}

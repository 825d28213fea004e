package io.taskforge.server.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadRecorderTest {
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

  private void enqueue(int jobs) {
    for (int i = 0; i < jobs; i++) {
      server.post("/api/v1/jobs", "{\"type\": \"work\"}").is(201);
    }
  }

  private void complete(int jobs) {
    for (int i = 0; i < jobs; i++) {
      String token =
          server
              .post("/api/v1/claims", "{\"worker\": \"w\", \"types\": [\"work\"]}")
              .is(200)
              .at("/items/0/token");
      server.post("/api/v1/leases/" + token + "/complete", "{}").is(200);
    }
  }

  private void sample() {
    server.clock().advance(LoadRecorder.STEP);
    server.load().turn();
  }

  private Answer load() {
    return server.get("/api/v1/stats/load").is(200);
  }

  @Test
  void a_point_has_what_happened_since_the_one_before_and_the_backlog() {
    enqueue(1);
    complete(1);
    server.load().turn();
    enqueue(5);
    complete(2);
    sample();
    sample();

    Answer load = load();
    assertThat(load.json().path("points")).hasSize(2);
    assertThat(load.at("/points/0/succeeded")).isEqualTo("2");
    assertThat(load.at("/points/0/due")).isEqualTo("3");
    assertThat(load.at("/points/0/oldestDue")).isEqualTo("30.0");
    assertThat(load.at("/points/1/succeeded")).isEqualTo("0");
    assertThat(load.at("/points/1/oldestDue")).isEqualTo("60.0");
    assertThat(load.at("/total/succeeded")).isEqualTo("2");
    assertThat(load.json().at("/total/waitP95").asDouble()).isBetween(0.0, 0.001);
  }

  @Test
  void nothing_is_lost_when_the_hour_changes() {
    server.load().turn();
    for (int i = 0; i < 122; i++) {
      if (i % 20 == 0) {
        enqueue(1);
        complete(1);
      }
      sample();
    }

    assertThat(load().at("/total/succeeded")).isEqualTo("7");
  }

  @Test
  void what_happened_while_it_did_not_sample_for_hours_is_not_put_into_one_point() {
    server.load().turn();
    enqueue(1);
    complete(1);
    server.clock().advance(Duration.ofHours(3));
    sample();
    sample();

    assertThat(load().at("/total/succeeded")).isEqualTo("0");
    assertThat(load().json().path("points")).hasSize(1);
  }

  @Test
  void the_long_history_keeps_the_highest_backlog_of_each_step() {
    server.load().turn();
    enqueue(4);
    sample();
    complete(4);
    for (int i = 0; i < 40; i++) {
      sample();
    }

    Answer load = load();
    assertThat(load.json().path("backlog")).hasSize(3);
    assertThat(load.at("/backlog/0/due")).isEqualTo("4");
    assertThat(load.at("/backlog/2/due")).isEqualTo("0");
  }
}

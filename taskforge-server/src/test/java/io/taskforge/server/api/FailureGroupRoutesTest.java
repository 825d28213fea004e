package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureGroupRoutesTest extends RoutesTest {
  private static final String ALL = "/api/v1/failure-groups";
  private String latest = "";

  @BeforeEach
  void failures() {
    putQueueWithDeadLetters("mail", "dead");
    putQueueWithDeadLetters("sms", "dead");
    enqueue("mail");
    fail("mail", "timeout", "no answer after 17 s");
    server.clock().advance(Duration.ofMinutes(1));
    latest = enqueue("sms", ", \"tenant\": \"ann\"");
    fail("sms", "timeout", "no answer after 99 s");
    enqueue("mail");
    fail("mail", "connection_error", "refused");
  }

  @Test
  void failures_of_one_cause_are_one_group() {
    Answer groups = server.get(ALL).is(200);

    assertThat(groups.json().at("/items").size()).isEqualTo(2);
    assertThat(groups.at("/items/0/fingerprint")).matches("[0-9a-f]{16}");
    assertThat(groups.at("/items/0/errorType")).isEqualTo("timeout");
    assertThat(groups.at("/items/0/kind")).isEqualTo("TRANSIENT");
    assertThat(groups.at("/items/0/count")).isEqualTo("2");
    assertThat(groups.at("/items/0/firstSeen")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(groups.at("/items/0/lastSeen")).isEqualTo("2030-01-01T00:01:00Z");
    assertThat(groups.at("/items/0/queues")).isEqualTo("[\"mail\",\"sms\"]");
    assertThat(groups.at("/items/0/sample/jobId")).isEqualTo(latest);
    assertThat(groups.at("/items/0/sample/message")).isEqualTo("no answer after 99 s");
    assertThat(groups.at("/items/0/deadJobs")).isEqualTo("2");
    assertThat(groups.at("/next")).isEqualTo("null");
  }

  @Test
  void groups_can_be_narrowed() {
    assertThat(server.get(ALL + "?limit=1").is(200).json().at("/items").size()).isEqualTo(1);
    assertThat(server.get(ALL + "?tenant=ann").is(200).at("/items/0/count")).isEqualTo("1");
    assertThat(server.get(ALL + "?queue=sms").is(200).at("/items/0/queues")).isEqualTo("[\"sms\"]");
    assertThat(server.get(ALL + "?queue=unheard-of").is(200).at("/items")).isEqualTo("[]");
    assertThat(server.get(ALL + "?from=2030-01-01T00:00:30Z").is(200).at("/items/0/count"))
        .isEqualTo("1");
  }

  @Test
  void the_dead_letters_of_a_group_can_be_listed() {
    String group = server.get(ALL).at("/items/0/fingerprint");

    assertThat(server.get("/api/v1/dead-letters?failureGroup=" + group).is(200).json().at("/items"))
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=1001", "from=x", "queue=a%20b", "to=x"})
  void a_wrong_filter_is_refused(String query) {
    server.get(ALL + "?" + query).is(400);
  }
}

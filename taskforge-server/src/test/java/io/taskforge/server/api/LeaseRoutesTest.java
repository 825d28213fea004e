package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.store.memory.MemoryJobStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of workers: what they cost, and what is refused. */
class LeaseRoutesTest extends RoutesTest {
  private final CountedCalls calls = new CountedCalls();

  @Override
  TestServer open() {
    return TestServer.on(clock -> calls.of(new MemoryJobStore(clock)));
  }

  private Answer report(List<String> results) {
    return server.post("/api/v1/leases/results", "{\"results\": " + results + "}");
  }

  private List<String> claimed(int jobs, String failure) {
    List<String> results = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      enqueue("mail");
      results.add("{\"token\": \"%s\"%s}".formatted(claim("mail"), failure));
    }
    return results;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void any_number_of_results_costs_one_query_and_one_commit(int jobs) {
    List<String> results = claimed(jobs, "");

    assertThat(calls.during(() -> report(results).is(200)))
        .containsExactly("queries.leased", "commit");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void failures_read_the_queues_settings_once_unless_a_loop_does(int jobs) {
    List<String> results = claimed(jobs, ", \"failure\": {\"errorType\": \"timeout\"}");

    assertThat(calls.during(() -> report(results).is(200)))
        .containsExactly("queues", "documents", "documents", "queries.leased", "commit");
  }

  @Test
  void a_tenants_key_costs_no_further_query() {
    enqueue("mail", ", \"tenant\": \"acme\"");
    String token = claim("mail");
    String admin = key("{\"scope\": \"admin\", \"allTenants\": true}");
    String acme = key("{\"scope\": \"write\", \"tenant\": \"acme\"}", bearer(admin));
    // Reads the key, which is cached then.
    server.post("/api/v1/leases/" + token + "/extend", "{}", bearer(acme)).is(200);

    assertThat(
            calls.during(
                () ->
                    server
                        .post("/api/v1/leases/" + token + "/complete", "{}", bearer(acme))
                        .is(200)))
        .as("the key and the time of its check are cached")
        .containsExactly("queries.leased", "commit");
  }

  private String key(String body, String... headers) {
    return server.post("/api/v1/keys", body, headers).is(201).at("/key");
  }

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  @Test
  void more_than_a_thousand_results_are_refused() {
    List<String> results = new ArrayList<>(claimed(1, ""));
    while (results.size() <= 1_000) {
      results.add(results.get(0));
    }

    assertThat(report(results).is(400).text()).contains("1000");

    assertThat(report(results.subList(0, 1_000)).is(200).json().at("/items")).hasSize(1_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|COMMITTED|SUCCEEDED",
        "{'result': 1}|COMMITTED|SUCCEEDED",
        "{'failure': {'errorType': 'busy', 'retryIn': '7m'}}|COMMITTED|RETRYING",
        "{'failure': {'errorType': 'busy', 'retry': false}}|COMMITTED|FAILED",
        "{'failure': {'errorType': 'x', 'kind': 'PERMANENT', 'retry': true}}|COMMITTED|FAILED",
        "{'snooze': {'delay': '1h', 'reason': 'later'}}|COMMITTED|QUEUED",
        "{'discard': {'reason': 'obsolete'}, 'result': 2}|COMMITTED|CANCELLED",
        "{'deadLetter': {'reason': 'no such customer'}}|COMMITTED|FAILED",
        "{'release': {}}|COMMITTED|QUEUED",
        "{'release': {'started': false}, 'log': ['a', 'b'], 'progress': 0.5}|COMMITTED|QUEUED",
      })
  void every_outcome_of_a_handler_can_be_reported(String result, String outcome, String state) {
    enqueue("mail");
    String body = result.replace('\'', '"').replaceFirst("\\{", "");
    String token = "{\"token\": \"" + claim("mail") + "\"" + (body.equals("}") ? "" : ", ");

    Answer answer = report(List.of(token + body)).is(200);

    assertThat(answer.at("/items/0/outcome")).isEqualTo(outcome);
    assertThat(answer.at("/items/0/state")).isEqualTo(state);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"result\": 1, \"snooze\": {\"delay\": \"1s\"}",
        "\"failure\": {\"errorType\": \"x\"}, \"discard\": {\"reason\": \"y\"}",
        "\"snooze\": {}",
        "\"deadLetter\": {}",
        "\"progress\": 2",
      })
  void results_with_two_outcomes_or_half_of_one_are_refused(String outcome) {
    enqueue("mail");

    report(List.of("{\"token\": \"%s\", %s}".formatted(claim("mail"), outcome))).is(400);
  }

  @Test
  void several_leases_are_extended_with_three_queries() {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      enqueue("mail");
      tokens.add("\"" + claim("mail") + "\"");
    }
    String body = "{\"tokens\": " + tokens + ", \"lease\": \"1m\"}";

    assertThat(calls.during(() -> server.post("/api/v1/leases/extensions", body).is(200)))
        .containsExactly("queries.leased", "queries.workers", "heartbeat");

    Answer answer = server.post("/api/v1/leases/extensions", body).is(200);
    assertThat(answer.at("/items/2/outcome")).isEqualTo("EXTENDED");
    assertThat(answer.at("/items/2/mode")).isEqualTo("ACTIVE");
  }
}

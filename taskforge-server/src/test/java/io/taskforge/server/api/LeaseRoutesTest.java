package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.store.memory.MemoryJobStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        .as("the time is read for the key")
        .containsExactly("now", "queries.leased", "commit");
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
}

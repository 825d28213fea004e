package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureGroupRoutesTest extends RoutesTest {
  private static final String ALL = "/api/v1/failure-groups";

  /** Lets a job of a tenant fail permanently, and returns the fingerprint of its failure. */
  private String failed(String tenant, String errorType) {
    enqueue("mail", ", \"retryPolicy\": \"once\", \"tenant\": \"%s\"".formatted(tenant));
    fail("mail", errorType, "no answer");
    return server
        .get(ALL + "?tenant=" + tenant)
        .is(200)
        .json()
        .path("items")
        .valueStream()
        .filter(group -> group.path("errorType").asString().equals(errorType))
        .findFirst()
        .orElseThrow()
        .path("fingerprint")
        .asString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"limit=0", "limit=1001", "from=x", "queue=a%20b", "to=x", "muted=perhaps"})
  void an_invalid_filter_is_rejected(String query) {
    server.get(ALL + "?" + query).is(400);
  }

  @Test
  void a_group_has_its_trend_and_what_operators_recorded() {
    String group = ALL + "/" + failed("default", "slow");
    Answer before = server.get(group).is(200);
    assertThat(before.json().path("hours").size()).isEqualTo(24);
    assertThat(before.at("/hours/23")).isEqualTo("1");
    assertThat(before.at("/owner")).isEqualTo("null");
    assertThat(before.at("/version")).isEqualTo("0");

    server.put(group, "{\"owner\": \"payments\", \"note\": \"see INC-42\"}").is(200);

    Answer after = server.get(group).is(200);
    assertThat(after.at("/owner")).isEqualTo("payments");
    assertThat(after.at("/note")).isEqualTo("see INC-42");
    assertThat(after.at("/muted")).isEqualTo("false");
    assertThat(after.at("/notedBy")).isEqualTo("local");
    assertThat(after.at("/version")).isEqualTo("1");
    assertThat(server.get("/api/v1/audit?action=failure-group.update").at("/items/0/target/id"))
        .isEqualTo(after.at("/fingerprint"));
  }

  @Test
  void a_muted_group_is_left_out_on_request_and_pages_stay_full() {
    String slow = failed("default", "slow");
    failed("default", "slow");
    failed("default", "down");
    server.put(ALL + "/" + slow, "{\"muted\": true}").is(200);

    Answer active = server.get(ALL + "?muted=false&limit=1").is(200);
    assertThat(active.at("/items/0/errorType")).isEqualTo("down");
    assertThat(active.at("/next")).isEqualTo("null");
    assertThat(server.get(ALL + "?muted=true").at("/items/0/fingerprint")).isEqualTo(slow);
    assertThat(server.get(ALL).json().path("items").size()).isEqualTo(2);

    server.put(ALL + "/" + slow, "{}").is(200);
    assertThat(server.get(ALL + "?muted=true").json().path("items").size()).isZero();
  }

  @Test
  void a_tenant_has_notes_of_its_own() {
    String group = ALL + "/" + failed("acme", "slow");
    failed("bolt", "slow");
    server.put(group, "{\"note\": \"for operators\"}").is(200);
    server.put(group + "?tenant=acme", "{\"note\": \"for acme\"}").is(200);

    assertThat(server.get(group).at("/note")).isEqualTo("for operators");
    assertThat(server.get(group + "?tenant=acme").at("/note")).isEqualTo("for acme");
    assertThat(server.get(group + "?tenant=bolt").at("/note")).isEqualTo("null");
    assertThat(server.get(ALL + "?tenant=acme").at("/items/0/note")).isEqualTo("for acme");
    server.get(group + "?tenant=default").is(404);
  }

  @Test
  void a_change_of_an_older_version_and_a_note_on_no_group_are_rejected() {
    String group = ALL + "/" + failed("default", "slow");
    server.put(group, "{\"owner\": \"ann\"}").is(200);

    server.put(group, "{\"owner\": \"bob\"}", "If-Match", "\"7\"").is(412);
    server.put(group, "{\"owner\": \"bob\"}", "If-Match", "\"1\"").is(200);
    server.put(ALL + "/0123456789abcdef", "{\"owner\": \"ann\"}").is(404);
    server.put(group, "{\"owner\": \"%s\"}".formatted("x".repeat(101))).is(400);
  }
}
